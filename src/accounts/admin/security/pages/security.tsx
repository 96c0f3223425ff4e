/** The security log: sign-ins, failures, refusals and account changes. */
import { Download } from 'lucide-react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { parseDay } from '#platform/day.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toSearchParams } from '#platform/http/search-params.ts'
import { SECURITY_EVENT_NAMES, securityEventTypes } from '#platform/security/security-events.ts'
import { submitFilters } from '#ui/admin/admin-search-field.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { oneOf } from '#ui/admin/list-query.ts'
import { LogResults } from '#ui/admin/log-results.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listSecurityEvents, SECURITY_EXPORT_PATH, type SecurityLogEntry } from '../contract.ts'
import type { Route } from './+types/security'

import page from '#ui/admin/detail-page.module.css'
import list from '#ui/admin/log.module.css'
import css from './security.module.css'

/** The alarm's text, the sign-in method, a count, or the request with its status. */
const formatDetail = ({ detail, route }: Pick<SecurityLogEntry, 'detail' | 'route'>): string => {
  const { text, method, more, status, path, acting_as_user_id } = detail
  if (typeof text === 'string') return text
  const parts = [
    typeof more === 'number' && `${more} more within a minute`,
    typeof method === 'string' && `By ${method}`,
    formatRequest(route, path),
    typeof status === 'number' && `status ${status}`,
    typeof acting_as_user_id === 'number' && `while acting as account ${acting_as_user_id}`,
  ]
  return parts.filter(part => part !== false && part !== '').join(', ')
}

const formatRequest = (route: string, path: unknown) => {
  const [method = ''] = route.split(' ')
  return typeof path === 'string' ? `${method} ${path}`.trim() : route
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Security log', noindex: true })

const parseText = (text: string | null, length: number) =>
  text?.replaceAll('\0', '').trim().slice(0, length) || undefined

/** Reads the filters from the URL; ignores invalid values. */
const readFilters = (params: URLSearchParams) => ({
  type: oneOf(securityEventTypes, params.get('type')),
  person: parseText(params.get('person'), 254),
  address: parseText(params.get('address'), 60),
  from: parseDay(params.get('from')),
  to: parseDay(params.get('to')),
})
const readCursor = (params: URLSearchParams) => /^[1-9]\d{0,14}$/.exec(params.get('before') ?? '')?.[0]

export const loader = (args: Route.LoaderArgs) => {
  const params = args.url.searchParams
  return callForPage(args, listSecurityEvents, { query: { ...readFilters(params), before: readCursor(params) } })
}

export default function SecurityLog({ loaderData: { data: rows, meta } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { state } = useNavigation()
  const filters = readFilters(params)
  const before = readCursor(params)
  const filterParams = toSearchParams(filters)
  return (
    <div className={cx(page.person, list.layout)}>
      <header className={page.head}>
        <h1>Security log</h1>
        <p>Sign-ins, failures, refusals and account changes of the last 180 days, newest first. Times are in UTC.</p>
        {rows.length > 0 && (
          <a href={`${SECURITY_EXPORT_PATH}?${filterParams}`} download className={list.export}>
            <Download aria-hidden />
            Export as JSON lines
          </a>
        )}
      </header>
      <Form
        method="get"
        action="/admin/security"
        role="search"
        className={css.filters}
        key={params.toString()}
        aria-label="Filter the security log"
      >
        <SelectField dense label="Type" name="type" defaultValue={filters.type ?? ''} onChange={submitFilters}>
          <option value="">Everything</option>
          {securityEventTypes.map(type => (
            <option key={type} value={type}>
              {SECURITY_EVENT_NAMES[type]}
            </option>
          ))}
        </SelectField>
        <TextField
          dense
          label="Person"
          name="person"
          placeholder="Email or account id"
          defaultValue={filters.person}
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          dense
          label="Address"
          name="address"
          placeholder="IP address"
          defaultValue={filters.address}
          autoComplete="off"
          maxLength={60}
        />
        <TextField dense type="date" label="From" name="from" defaultValue={filters.from} />
        <TextField dense type="date" label="To" name="to" defaultValue={filters.to} />
        <Button type="submit" busy={state === 'loading' && 'Searching…'}>
          Show
        </Button>
      </Form>
      <LogResults
        path="/admin/security"
        className={css.list}
        label="Security log"
        pagesLabel="Pages of the security log"
        emptyText="Nothing has been logged yet."
        filters={filters}
        before={before}
        next={meta.next}
        entries={rows.map(row => (
          <SecurityEntry key={row.id} row={row} />
        ))}
      />
    </div>
  )
}

const SecurityEntry = ({ row }: { row: SecurityLogEntry }) => {
  const { at, type, user_id, email, address, country, user_agent, request_id } = row
  return (
    <li>
      <time dateTime={at} className="mono">{`${formatDateTime(at)} UTC`}</time>
      <strong>{SECURITY_EVENT_NAMES[type]}</strong>
      <span className={page.who}>
        {user_id === null ? (
          'No known account'
        ) : (
          <Link to={`/admin/people/${user_id}`}>{email ?? `Account ${user_id}`}</Link>
        )}
      </span>
      <span className={css.address} title={user_agent}>
        <Link to={`?${new URLSearchParams({ address })}`}>{address}</Link>
        {country !== null && ` ${country}`}
      </span>
      <span className={page.reason} title={request_id === '' ? undefined : `Request ${request_id}`}>
        {formatDetail(row)}
      </span>
    </li>
  )
}
