/** What people look for, what they did not find, and what they opened. */
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'

import { canHaveSynonyms } from '#catalog/synonyms.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'

import { Pages } from '../../parts/pages.tsx'
import { RoomCount } from '../../parts/room-count.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomFilter, RoomSearch } from '../../parts/room-search.tsx'
import { listSearches, searchOrders, searchPeriods, type SearchOrder } from '../contract.ts'
import type { Route } from './+types/searches'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import room from '../../parts/room.module.css'
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
  const list = useRef<HTMLTableSectionElement>(null)
  const { days = '30', order = 'searches', search } = queryOf(asked)
  const { totals, pagination } = meta
  const figures: [string, string][] = [
    ['Searches', count(totals.searches)],
    ['Different', count(totals.terms)],
    ['Found nothing', share(totals.nothing, totals.searches)],
    ['Clips opened per search', share(totals.clicks, totals.searches)],
  ]
  return (
    <section className={cx(page.person, css.searches)} aria-labelledby="searches">
      <h1 id="searches" className="visually-hidden">
        Searches
      </h1>
      <RoomSearch
        path="/admin/searches"
        looks="A part of what was searched for"
        search={search}
        list={list}
        className={css.find}
      >
        <RoomFilter
          label="Order"
          name="order"
          value={order}
          options={searchOrders.map(one => [one, orderWords[one]])}
        />
        <RoomFilter
          label="Period"
          name="days"
          value={days}
          options={searchPeriods.map(one => [one, periodWords[one]])}
        />
      </RoomSearch>
      <dl className={page.facts}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css.figure}>{value}</dd>
          </div>
        ))}
      </dl>
      <RoomCount total={pagination.total} one="search" many="different searches" />
      {rows.length === 0 ? (
        <p className={room.nothing}>
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
                    {found === 0 && canHaveSynonyms(term) && (
                      <Link
                        to={`/admin/synonyms?${new URLSearchParams({ said: term })}`}
                        className={css.synonym}
                        aria-label={`Add synonym for ${term}`}
                      >
                        Add synonym
                      </Link>
                    )}
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
      <Pages label="Pages of searches" page={pagination.page} total_pages={pagination.total_pages} />
    </section>
  )
}
