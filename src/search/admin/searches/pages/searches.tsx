/** Search statistics: what people search for, what they don't find, and what they open. */
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { listFootageRequests, MAX_SUBJECT_LENGTH } from '#ingest/requests/contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminPagination } from '#ui/admin/admin-pagination.tsx'
import { AdminResultCount } from '#ui/admin/admin-result-count.tsx'
import { AdminFilter, AdminSearchField } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { Banner } from '#ui/banner.tsx'
import { cx } from '#ui/cx.ts'
import { LoadingScreen } from '#ui/spinner.tsx'

import { canHaveSynonyms } from '../../../synonyms.ts'
import { listSearches, searchOrders, searchPeriods, type SearchOrder } from '../contract.ts'
import { OpenRequests } from '../parts/open-requests.tsx'
import type { Route } from './+types/searches'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'
import css from './searches.module.css'

const KeywordDialog = lazy(() => import('../parts/keyword-dialog.tsx'))
const AskDialog = lazy(() => import('../parts/ask-dialog.tsx'))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Searches', noindex: true })

const readQuery = (params: URLSearchParams) => ({
  ...listQuery(params),
  days: oneOf(searchPeriods, params.get('days')),
  order: oneOf(searchOrders, params.get('order')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const [searches, requests] = await Promise.all([
    callForPage(args, listSearches, { query: readQuery(args.url.searchParams) }),
    callForPage(args, listFootageRequests, {}),
  ])
  return { ...searches, requests: requests.data, filmmakers: requests.meta.filmmakers }
}

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

export default function Searches({ loaderData: { data: rows, meta, requests, filmmakers } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const list = useRef<HTMLTableSectionElement>(null)
  const { days = '30', order = 'searches', search } = readQuery(params)
  const { totals, pagination } = meta
  const [dialog, setDialog] = useState<{ kind: 'keyword' | 'ask'; term: string }>()
  const askedSubjects = new Set(requests.map(({ subject }) => subject.toLowerCase()))
  const closeDialog = () => setDialog(undefined)
  const figures: (readonly [string, string])[] = [
    ['Searches', formatCount(totals.searches)],
    ['Different terms', formatCount(totals.terms)],
    ['No results', formatShare(totals.nothing, totals.searches)],
    ['Close matches only', formatShare(totals.close, totals.searches)],
    ['Clips opened per search', formatShare(totals.clicks, totals.searches)],
    ...(meta.meaning
      ? ([['Opened clips found by meaning alone', formatShare(totals.meaning_clicks, totals.clicks)]] as const)
      : []),
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
      <p className={listPage.under}>
        {meta.meaning
          ? `Search by meaning is on: ${meta.meaning.model}, ${formatCount(meta.meaning.clips)} clips. ${
              meta.meaning.pictures === null
                ? 'The model compares texts only.'
                : `It knows the pictures of ${formatCount(meta.meaning.pictures)}, too.`
            }`
          : 'Search by meaning is off. Set EMBEDDINGS_URL to turn it on.'}
      </p>
      {meta.meaning?.problem && (
        <Banner kind="danger">
          Search by meaning doesn’t answer, so only words are searched: {meta.meaning.problem}
        </Banner>
      )}
      <OpenRequests requests={requests} />
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
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
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
                  <td data-label="Searches" data-number>
                    {formatCount(searches)}
                  </td>
                  <td data-label="Results" data-number className={cx(result_count === 0 && listPage.bad)}>
                    {result_count === 0
                      ? 'none'
                      : full_count === 0
                        ? `${formatCount(result_count)} close`
                        : formatCount(full_count)}
                  </td>
                  <td className={css.actions}>
                    {full_count === 0 && (
                      <TermActions
                        term={term}
                        isAsked={askedSubjects.has(term.slice(0, MAX_SUBJECT_LENGTH).trim().toLowerCase())}
                        onDialog={kind => setDialog({ kind, term })}
                      />
                    )}
                  </td>
                  <td data-label="Opened" data-number>
                    {formatCount(clicks)}
                  </td>
                  <td data-label="Per search" data-number>
                    {formatShare(clicks, searches)}
                  </td>
                  <td data-label="Mean place" data-number>
                    {mean_place ?? '–'}
                  </td>
                  <td data-label="Last day" data-number className="mono">
                    {last_day}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AdminPagination label="Pages of searches" page={pagination.page} total_pages={pagination.total_pages} />
      {dialog && (
        <Suspense fallback={<LoadingScreen />}>
          {dialog.kind === 'keyword' ? (
            <KeywordDialog term={dialog.term} onClose={closeDialog} />
          ) : (
            <AskDialog term={dialog.term} filmmakers={filmmakers} onClose={closeDialog} />
          )}
        </Suspense>
      )}
    </section>
  )
}

type TermActionsProps = {
  term: string
  /** Whether filmmakers have an open request for it. */
  isAsked: boolean
  onDialog: (kind: 'keyword' | 'ask') => void
}

/** What to do about a search that no clip answers. */
const TermActions = ({ term, isAsked, onDialog }: TermActionsProps) => (
  <span>
    {canHaveSynonyms(term) && (
      <Link to={`/admin/synonyms?${new URLSearchParams({ term })}`} aria-label={`Add synonym for ${term}`}>
        Add synonym
      </Link>
    )}
    <button type="button" aria-label={`Add keyword to clips for ${term}`} onClick={() => onDialog('keyword')}>
      Add keyword
    </button>
    {isAsked ? (
      <span className={listPage.under}>Filmmakers asked</span>
    ) : (
      <button type="button" aria-label={`Ask filmmakers for ${term}`} onClick={() => onDialog('ask')}>
        Ask filmmakers
      </button>
    )}
  </span>
)
