/** The security log: who signed in, what failed, what was refused and what changed. */
import { Download } from 'lucide-react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { SECURITY_EVENT_NAMES, securityEventTypes } from '#platform/security-events.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { momentOf } from '../../parts/moment.ts'
import { oneOf } from '../../parts/room-query.ts'
import { chooseFilter } from '../../parts/room-search.tsx'
import { listSecurityEvents, securityExportPath, type SecurityRow } from '../contract.ts'
import { detailText } from '../parts/detail-text.ts'
import type { Route } from './+types/security'

import list from '../../log/pages/log.module.css'
import page from '../../pages/person.module.css'
import css from './security.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Security log', noindex: true })

const dayIn = (text: string | null) => /^20\d{2}-\d{2}-\d{2}$/.exec(text ?? '')?.[0]
const textIn = (text: string | null, length: number) => text?.replaceAll('\0', '').trim().slice(0, length) || undefined

/** The filters in the address; what has no meaning is left out. */
const filtersOf = (params: URLSearchParams) => ({
  type: oneOf(securityEventTypes, params.get('type')),
  person: textIn(params.get('person'), 254),
  address: textIn(params.get('address'), 60),
  from: dayIn(params.get('from')),
  to: dayIn(params.get('to')),
})
const beforeOf = (params: URLSearchParams) => /^[1-9]\d{0,14}$/.exec(params.get('before') ?? '')?.[0]

const searchOf = (query: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const loader = (args: Route.LoaderArgs) => {
  const params = args.url.searchParams
  return pageCall(args, listSecurityEvents, { query: { ...filtersOf(params), before: beforeOf(params) } })
}

export default function SecurityLog({ loaderData: { data: rows, meta } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { state } = useNavigation()
  const filters = filtersOf(params)
  const before = beforeOf(params)
  const narrowed = searchOf(filters)
  const older = meta.next === null ? null : searchOf({ ...filters, before: meta.next })
  return (
    <main className={cx(page.person, list.room)}>
      <header className={page.head}>
        <h1>Security log</h1>
        <p>Sign-ins, failures, refusals and account changes of the last 180 days, newest first. Times are in UTC.</p>
        {rows.length > 0 && (
          <a href={`${securityExportPath}?${narrowed}`} download className={list.export}>
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
        <SelectField dense label="Type" name="type" defaultValue={filters.type ?? ''} onChange={chooseFilter}>
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
      {rows.length === 0 ? (
        <p className={page.none}>
          {narrowed.size === 0 && before === undefined ? (
            'Nothing has been logged yet.'
          ) : (
            <>
              Nothing matches. <Link to="/admin/security">Show the whole log</Link>
            </>
          )}
        </p>
      ) : (
        <ol className={css.list} aria-label="Security log">
          {rows.map(row => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
      {(older !== null || before !== undefined) && (
        <nav className={list.pages} aria-label="Pages of the security log">
          {before !== undefined && <Link to={`?${narrowed}`}>Newest</Link>}
          {older !== null && <Link to={`?${older}`}>Older</Link>}
        </nav>
      )}
    </main>
  )
}

const Entry = ({ row }: { row: SecurityRow }) => {
  const { at, type, user_id, email, address, country, user_agent, request_id } = row
  return (
    <li>
      <time dateTime={at} className="mono">{`${momentOf(at)} UTC`}</time>
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
        {detailText(row)}
      </span>
    </li>
  )
}
