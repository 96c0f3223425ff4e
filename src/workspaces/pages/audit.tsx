/** The audit log of the workspace, with the state of its hash chain. */
import { Download, ScrollText, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Form, Link, useSearchParams } from 'react-router'

import { parseDay } from '#platform/day.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toSearchParams } from '#platform/http/search-params.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { auditActionNames, auditActions } from '../audit-actions.ts'
import { AUDIT_CSV_PATH, listAudit, type AuditRow } from '../audit-contract.ts'
import { roleLabels } from '../roles.ts'
import { requireSettingsAccess } from '../settings-page.ts'
import type { Route } from './+types/audit'

import css from './audit.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspace log', noindex: true })

/** Parses the URL's query. Drops invalid values. */
const parseQuery = (searchParams: URLSearchParams) => {
  const [page, actor] = [searchParams.get('page') ?? '', searchParams.get('actor') ?? '']
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    actor: /^[1-9]\d{0,8}$/.test(actor) ? actor : undefined,
    action: auditActionNames.find(name => name === searchParams.get('action')),
    from: parseDay(searchParams.get('from')),
    to: parseDay(searchParams.get('to')),
  }
}

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettingsAccess(args)
  return callForPage(args, listAudit, { query: parseQuery(args.url.searchParams) })
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Returns a role's label, or the text itself for a name. */
const formatValue = (text: string): string => new Map<string, string>(Object.entries(roleLabels)).get(text) ?? text

/** An entry of the audit log: when, who, what, and the old and new values. */
const AuditEntry = ({
  row: { number, at, actor, acted_as, is_support, action, about, from, to },
}: {
  row: AuditRow
}) => (
  <li className={css.entry} data-support={is_support || undefined}>
    <span className={css.number}>{number}</span>
    <time dateTime={at} className={css.at}>
      {dateFormat.format(new Date(at))}
    </time>
    <span className={css.who}>
      {actor?.name ?? 'A deleted account'}
      {acted_as && <span className={css.as}> as {acted_as.name}</span>}
    </span>
    <span className={css.what}>
      {auditActions[action]}
      {about && about !== actor?.name && <strong>: {about}</strong>}
      {(from ?? to) && (
        <span className={css.change}>
          {from && <s>{formatValue(from)}</s>} {to && formatValue(to)}
        </span>
      )}
    </span>
  </li>
)

export default function Audit({ loaderData: { data: rows, meta } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const query = parseQuery(searchParams)
  const { page: _, ...filters } = query
  const { page, total, total_pages } = meta.pagination
  const isFiltered = toSearchParams(filters).size > 0
  const pageUrl = (page: number) => `?${toSearchParams({ ...filters, page: String(page) })}`
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Log</h1>
        <ChainState rows={meta.rows} broken_at={meta.broken_at} />
        {rows.length > 0 && (
          <a href={`${AUDIT_CSV_PATH}?${toSearchParams(filters)}`} download className={css.export}>
            <Download aria-hidden />
            Export as CSV
          </a>
        )}
      </header>
      {meta.rows === 0 ? (
        <EmptyState
          icon={ScrollText}
          title="No changes yet"
          action={<ButtonLink to="/workspace/team">Team</ButtonLink>}
        >
          Names, roles, invites and owners: this page lists all changes of this workspace and who made them.
        </EmptyState>
      ) : (
        <>
          <Form method="get" className={css.filters} key={searchParams.toString()} aria-label="Filter the log">
            <SelectField dense label="Who" name="actor" defaultValue={query.actor ?? ''}>
              <option value="">Everybody</option>
              {meta.actors.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField dense label="What" name="action" defaultValue={query.action ?? ''}>
              <option value="">Everything</option>
              {auditActionNames.map(name => (
                <option key={name} value={name}>
                  {auditActions[name]}
                </option>
              ))}
            </SelectField>
            <TextField dense type="date" label="From" name="from" defaultValue={query.from} />
            <TextField dense type="date" label="To" name="to" defaultValue={query.to} />
            <Button type="submit">Show</Button>
          </Form>
          {rows.length === 0 ? (
            <p className={css.none}>
              Nothing matches. {isFiltered && <Link to="/workspace/audit">Show the whole log</Link>}
            </p>
          ) : (
            <ol className={css.list}>
              {rows.map(row => (
                <AuditEntry key={row.number} row={row} />
              ))}
            </ol>
          )}
        </>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of the log">
          {page > 1 && <ButtonLink to={pageUrl(page - 1)}>Newer</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={pageUrl(page + 1)}>Older</ButtonLink>}
        </nav>
      )}
      <p className="visually-hidden" aria-live="polite">
        {total === 1 ? '1 entry' : `${total.toLocaleString('en-US')} entries`}
      </p>
    </div>
  )
}

const ChainState = ({ rows, broken_at }: { rows: number; broken_at: number | null }) => {
  if (rows === 0) return null
  const entries = rows === 1 ? '1 entry' : `${rows.toLocaleString('en-US')} entries`
  return broken_at === null ? (
    <p className={css.holds}>
      <ShieldCheck aria-hidden />
      {entries}, verified: none is missing, none was edited
    </p>
  ) : (
    <p className={css.broken} role="alert">
      <ShieldAlert aria-hidden />
      Entry {broken_at} does not match the entry before it. Please contact support.
    </p>
  )
}
