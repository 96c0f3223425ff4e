/** Search statistics: what people search for, what they don't find, and what they open. */
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminPagination } from '#ui/admin/admin-pagination.tsx'
import { AdminResultCount } from '#ui/admin/admin-result-count.tsx'
import { AdminFilter, AdminSearchField } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { Banner } from '#ui/banner.tsx'
import { cx } from '#ui/cx.ts'

import { canHaveSynonyms } from '../../../synonyms.ts'
import { listSearches, searchOrders, searchPeriods, type SearchOrder } from '../contract.ts'
import type { Route } from './+types/searches'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'
import css from './searches.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Searches', noindex: true })

const readQuery = (params: URLSearchParams) => ({
  ...listQuery(params),
  days: oneOf(searchPeriods, params.get('days')),
  order: oneOf(searchOrders, params.get('order')),
})

export const loader = (args: Route.LoaderArgs) =>
  callForPage(args, listSearches, { query: readQuery(args.url.searchParams) })

const orderLabels: Record<SearchOrder, string> = {
  searches: 'Most searched',
  nothing: 'No results',
  close: 'Close matches only',
  clicks: 'Most opened',
  unclicked: 'Rarely opened',
}
const periodLabels = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' } as const

const formatCount = (count: number) => count.toLocaleString('en-US')
/** Formats clicks per search as a percentage. It can exceed 100%, because one search may lead to several clips. */
const formatShare = (part: number, total: number) => (total === 0 ? '–' : `${Math.round((part / total) * 100)}%`)

export default function Searches({ loaderData: { data: rows, meta } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const list = useRef<HTMLTableSectionElement>(null)
  const { days = '30', order = 'searches', search } = readQuery(params)
  const { totals, pagination } = meta
  const figures: [string, string][] = [
    ['Searches', formatCount(totals.searches)],
    ['Different terms', formatCount(totals.terms)],
    ['No results', formatShare(totals.nothing, totals.searches)],
    ['Close matches only', formatShare(totals.close, totals.searches)],
    ['Clips opened per search', formatShare(totals.clicks, totals.searches)],
  ]
  return (
    <section className={cx(page.person, css.searches)} aria-labelledby="searches">
      <h1 id="searches" className="visually-hidden">
        Searches
      </h1>
      <AdminSearchField
        path="/admin/searches"
        searchLabel="Search term"
        search={search}
        list={list}
        className={css.find}
      >
        <AdminFilter
          label="Order"
          name="order"
          value={order}
          options={searchOrders.map(item => [item, orderLabels[item]])}
        />
        <AdminFilter
          label="Period"
          name="days"
          value={days}
          options={searchPeriods.map(period => [period, periodLabels[period]])}
        />
      </AdminSearchField>
      <dl className={page.facts}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css.figure}>{value}</dd>
          </div>
        ))}
      </dl>
      {meta.meaning && (
        <p className={listPage.under}>
          Search by meaning is on: {meta.meaning.model}, {formatCount(meta.meaning.clips)} clips.
        </p>
      )}
      {meta.meaning?.problem && (
        <Banner kind="danger">
          Search by meaning doesn’t answer, so only words are searched: {meta.meaning.problem}
        </Banner>
      )}
      <AdminResultCount total={pagination.total} singular="search" plural="different searches" />
      {rows.length === 0 ? (
        <p className={listPage.nothing}>
          {totals.terms === 0 ? 'No searches in this period.' : 'Nothing matches.'}{' '}
          {params.size > 0 && <Link to="/admin/searches">Show all of the last 30 days</Link>}
        </p>
      ) : (
        <div className={adminPage.scroll}>
          <table className={adminPage.table}>
            <caption className="visually-hidden">{orderLabels[order]}</caption>
            <thead>
              <tr>
                <th scope="col">Search term</th>
                <th scope="col" data-number>
                  Searches
                </th>
                <th scope="col" data-number>
                  Results
                </th>
                <th scope="col" data-number>
                  Opened
                </th>
                <th scope="col" data-number>
                  Per search
                </th>
                <th scope="col" data-number>
                  Mean place
                </th>
                <th scope="col" data-number>
                  Last day
                </th>
              </tr>
            </thead>
            <tbody ref={list}>
              {rows.map(({ term, searches, result_count, full_count, clicks, mean_place, last_day }) => (
                <tr key={term}>
                  <td className={css.term}>
                    <Link to={`/clips?${new URLSearchParams({ q: term })}`}>{term}</Link>
                  </td>
                  <td data-number>{formatCount(searches)}</td>
                  <td data-number className={cx(result_count === 0 && listPage.bad)}>
                    {result_count === 0
                      ? 'none'
                      : full_count === 0
                        ? `${formatCount(result_count)} close`
                        : formatCount(full_count)}
                    {full_count === 0 && canHaveSynonyms(term) && (
                      <Link
                        to={`/admin/synonyms?${new URLSearchParams({ term })}`}
                        className={css.synonym}
                        aria-label={`Add synonym for ${term}`}
                      >
                        Add synonym
                      </Link>
                    )}
                  </td>
                  <td data-number>{formatCount(clicks)}</td>
                  <td data-number>{formatShare(clicks, searches)}</td>
                  <td data-number>{mean_place ?? '–'}</td>
                  <td data-number className="mono">
                    {last_day}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AdminPagination label="Pages of searches" page={pagination.page} total_pages={pagination.total_pages} />
    </section>
  )
}
