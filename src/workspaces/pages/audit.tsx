/** What was changed about the workspace, by whom; and that nothing of it was lost or edited. */
import { Download, ScrollText, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Form, Link, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { auditActionNames, auditActions } from '../audit-actions.ts'
import { auditCsvPath, listAudit } from '../audit-contract.ts'
import { AuditEntry } from '../parts/audit-entry.tsx'
import { requireSettings } from '../settings-page.ts'
import type { Route } from './+types/audit'

import css from './audit.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspace log', noindex: true })

const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined)

/** What the address asks for; what it cannot mean is left out. */
const queryOf = (asked: URLSearchParams) => {
  const [page, actor] = [asked.get('page') ?? '', asked.get('actor') ?? '']
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    actor: /^[1-9]\d{0,8}$/.test(actor) ? actor : undefined,
    action: auditActionNames.find(name => name === asked.get('action')),
    from: dayIn(asked.get('from')),
    to: dayIn(asked.get('to')),
  }
}

const searchOf = (query: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettings(args)
  return pageCall(args, listAudit, { query: queryOf(args.url.searchParams) })
}

export default function Audit({ loaderData: { data: rows, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const query = queryOf(asked)
  const { page: _, ...filters } = query
  const { page, total, total_pages } = meta.pagination
  const isNarrowed = searchOf(filters).size > 0
  const to = (page: number) => `?${searchOf({ ...filters, page: String(page) })}`
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Log</h1>
        <Chain rows={meta.rows} broken_at={meta.broken_at} />
        {rows.length > 0 && (
          <a href={`${auditCsvPath}?${searchOf(filters)}`} download className={css.export}>
            <Download aria-hidden />
            Export as CSV
          </a>
        )}
      </header>
      {meta.rows === 0 ? (
        <EmptyState
          icon={ScrollText}
          title="Nothing was changed yet"
          action={<ButtonLink to="/workspace/team">Team</ButtonLink>}
        >
          Names, roles, invites and owners: every change of this workspace is kept here, with who made it.
        </EmptyState>
      ) : (
        <>
          <Form method="get" className={css.filters} key={asked.toString()} aria-label="Narrow the log">
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
              Nothing matches. {isNarrowed && <Link to="/workspace/audit">Show the whole log</Link>}
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
          {page > 1 && <ButtonLink to={to(page - 1)}>Newer</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={to(page + 1)}>Older</ButtonLink>}
        </nav>
      )}
      <p className="visually-hidden" aria-live="polite">
        {total === 1 ? '1 entry' : `${total.toLocaleString('en-US')} entries`}
      </p>
    </div>
  )
}

const Chain = ({ rows, broken_at }: { rows: number; broken_at: number | null }) => {
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
      Entry {broken_at} does not follow from the one before it. Please tell our support.
    </p>
  )
}
