/** What people look for, what they did not find, and what they opened. */
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { chooseFilter } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { useListKeys } from '../../parts/use-list-keys.ts'
import { listSearches, searchOrders, searchPeriods, type SearchOrder } from '../contract.ts'
import type { Route } from './+types/searches'

import room from '../../pages/people.module.css'
import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import css from './searches.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Searches', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  days: oneOf(searchPeriods, asked.get('days')),
  order: oneOf(searchOrders, asked.get('order')),
})

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, listSearches, { query: queryOf(args.url.searchParams) })

const orderWords: Record<SearchOrder, string> = {
  searches: 'Most searched',
  nothing: 'Found nothing',
  clicks: 'Most opened',
  unclicked: 'Found, seldom opened',
}
const periodWords = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' } as const

const count = (n: number) => n.toLocaleString('en-US')
/** "40%", of searches; several clips may be opened after one. */
const share = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((part / of) * 100)}%`)

export default function Searches({ loaderData: { data: rows, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { state } = useNavigation()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLTableSectionElement>(null)
  useListKeys({ field, list })
  const { days = '30', order = 'searches', search } = queryOf(asked)
  const { totals, pagination } = meta
  const to = (page: number) => {
    const query = new URLSearchParams(asked)
    query.set('page', String(page))
    return `/admin/searches?${query}`
  }
  const figures: [string, string][] = [
    ['Searches', count(totals.searches)],
    ['Different', count(totals.terms)],
    ['Found nothing', share(totals.nothing, totals.searches)],
    ['Clips opened per search', share(totals.clicks, totals.searches)],
  ]
  return (
    <section className={cx(page.person, css.searches)} aria-label="Searches">
      <Form method="get" action="/admin/searches" role="search" className={css.find} key={asked.toString()}>
        <TextField
          ref={field}
          dense
          label="A part of what was searched for"
          labelHidden
          type="search"
          name="search"
          placeholder="A part of what was searched for"
          defaultValue={search}
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className={room.go} aria-label="Search">
          <Search aria-hidden />
        </button>
        <SelectField dense label="Order" labelHidden name="order" defaultValue={order} onChange={chooseFilter}>
          {searchOrders.map(one => (
            <option key={one} value={one}>
              {orderWords[one]}
            </option>
          ))}
        </SelectField>
        <SelectField dense label="Period" labelHidden name="days" defaultValue={days} onChange={chooseFilter}>
          {searchPeriods.map(one => (
            <option key={one} value={one}>
              {periodWords[one]}
            </option>
          ))}
        </SelectField>
      </Form>
      <dl className={page.facts}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css.figure}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={room.count} aria-live="polite">
        {state === 'loading'
          ? 'Looking…'
          : pagination.total === 1
            ? '1 search'
            : `${count(pagination.total)} different searches`}
      </p>
      {rows.length === 0 ? (
        <p className={room.nobody}>
          {totals.terms === 0 ? 'Nobody searched in this period.' : 'Nothing matches.'}{' '}
          {asked.size > 0 && <Link to="/admin/searches">Show all of the last 30 days</Link>}
        </p>
      ) : (
        <div className={desk.scroll}>
          <table className={desk.table}>
            <caption className="visually-hidden">{orderWords[order]}</caption>
            <thead>
              <tr>
                <th scope="col">Searched for</th>
                <th scope="col" data-number>
                  Searches
                </th>
                <th scope="col" data-number>
                  Found
                </th>
                <th scope="col" data-number>
                  Opened
                </th>
                <th scope="col" data-number>
                  Per search
                </th>
                <th scope="col" data-number>
                  Last
                </th>
              </tr>
            </thead>
            <tbody ref={list}>
              {rows.map(({ term, searches, found, clicks, last_day }) => (
                <tr key={term}>
                  <td className={css.term}>
                    <Link to={`/clips?${new URLSearchParams({ q: term })}`}>{term}</Link>
                  </td>
                  <td data-number>{count(searches)}</td>
                  <td data-number className={cx(found === 0 && room.bad)}>
                    {found === 0 ? 'nothing' : count(found)}
                  </td>
                  <td data-number>{count(clicks)}</td>
                  <td data-number>{share(clicks, searches)}</td>
                  <td data-number className="mono">
                    {last_day}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pagination.total_pages > 1 && (
        <nav className={room.pages} aria-label="Pages of searches">
          {pagination.page > 1 && <Link to={to(pagination.page - 1)}>Previous</Link>}
          <span className="mono">
            {pagination.page} of {pagination.total_pages}
          </span>
          {pagination.page < pagination.total_pages && <Link to={to(pagination.page + 1)}>Next</Link>}
        </nav>
      )}
    </section>
  )
}
