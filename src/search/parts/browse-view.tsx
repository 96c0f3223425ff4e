/** A page of search results: search field, filters, active filters and clips. */
import { Palette } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useNavigate, useNavigation, useNavigationType, useRevalidator, Link } from 'react-router'

import { browsePath, formatBrowseQuery, parseBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import { changeViewSettings, useViewSettings } from '#catalog/view-settings.ts'
import { VISUAL_SEARCH_PATH } from '#catalog/visual/visual-search-path.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'

import { SearchField } from '../search-field.tsx'
import { trackSearch } from '../search-tracking.ts'
import { BrowseBar } from './browse-bar.tsx'
import { formatResultTitle } from './browse-query.ts'
import { FilterPanel } from './filter-panel.tsx'
import { setShownResults, type BrowseResults } from './load-browse.ts'
import { toTypedSearch, withReadFilters } from './read-filters.ts'
import { Results } from './results.tsx'
import { isWide, useFilterSheet } from './use-filter-sheet.ts'

import styles from './browse-view.module.css'

const useTrackResults = (browse: BrowseQuery, results: number): void => {
  const { q } = browse
  const params = formatBrowseQuery({ ...browse, q: '', page: 1, sort: 'relevance' })
  const filters = params.toString()
  const reported = useRef({ q: '', filters: '' })
  useEffect(() => {
    if (q !== reported.current.q && q !== '') trackEvent('search', { search_term: q, results })
    if (filters !== reported.current.filters)
      trackEvent('filter', { filters: [...new URLSearchParams(filters).keys()], results })
    reported.current = { q, filters }
  }, [q, filters, results])
}

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const ReadingNotice = lazy(() => import('./reading-notice.tsx').then(module => ({ default: module.ReadingNotice })))
const NoResults = lazy(() => import('./no-results.tsx').then(module => ({ default: module.NoResults })))

/** Identifies a search regardless of the page. */
const toSearchKey = (browse: BrowseQuery) => browsePath({ ...browse, page: 1 })

type BrowseViewProps = {
  results: BrowseResults
  /** Replaces the heading with the number of clips; must contain the page's `<h1>`. */
  head?: ReactNode
}

/** The link to the visual search. `q`: words that the clips match, too. */
const VisualSearchLink = ({ q }: { q: string }) => (
  <Link
    to={q === '' ? VISUAL_SEARCH_PATH : `${VISUAL_SEARCH_PATH}?${new URLSearchParams({ q })}`}
    className={styles.visualSearch}
    title="Find footage by a color or a picture"
  >
    <Palette aria-hidden="true" />
    <span>
      By color <span className={styles.orPicture}>or picture</span>
    </span>
  </Link>
)

export const BrowseView = ({ results, head }: BrowseViewProps) => {
  const { browse, reading, total, facets, facets_are_estimates, alternatives } = results
  const navigate = useNavigate()
  const panel = useViewSettings().filters
  const { latest, pending } = useLatestBrowse(browse)
  const filters = latest.q === browse.q && latest.exact === browse.exact ? (reading?.filters ?? []) : []
  /** With the filters that were read from the words. */
  const active = withReadFilters(latest, filters)
  const toSearch = (next: BrowseQuery) => toTypedSearch(next, latest, filters)
  const sheet = useFilterSheet(browse, toSearch)
  const [wasOpen, setWasOpen] = useState(false)
  if (sheet.open && !wasOpen) setWasOpen(true)
  const resultsRef = useScrollToResults(toSearchKey(browse))
  const title = formatResultTitle(results)
  useEffect(() => trackSearchOnce(browse.q), [browse.q])
  useTrackResults(browse, total)
  useEffect(() => {
    setShownResults({ ...results, failed: false })
    return () => setShownResults(undefined)
  }, [results])

  const onFilters = (event: MouseEvent) => {
    event.preventDefault()
    if (isWide()) changeViewSettings({ filters: !panel })
    else sheet.show()
  }
  // Beside the results each choice is applied at once (decision 23).
  const onBrowse = (next: BrowseQuery) => void navigate(browsePath(toSearch(next)), { preventScrollReset: true })

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div aria-live="polite">{head ?? <h1>{title}</h1>}</div>
        <div className={styles.search}>
          <SearchField
            size="lg"
            keep={[...formatBrowseQuery({ ...latest, q: '', page: 1 })]}
            read={results.failed ? [] : reading?.spans}
          />
          <VisualSearchLink q={browse.q} />
        </div>
      </header>
      <a className="skip-link" href="#results">
        Skip to results
      </a>
      <BrowseBar {...{ browse: active, filters, toSearch, facets, panel, onFilters }} />
      {results.failed && <FailedNotice />}
      {reading && (
        <Suspense>
          <ReadingNotice browse={browse} reading={reading} />
        </Suspense>
      )}
      <div ref={resultsRef} className={styles.columns} data-panel={panel}>
        <aside id="filters" className={styles.panel} aria-label="Filters" hidden={!panel}>
          <a href="#content" className={styles.close}>
            Show {title}
          </a>
          <FilterPanel browse={active} {...{ facets, facets_are_estimates, onBrowse }} />
        </aside>
        <div id="results" tabIndex={-1} className={styles.results} data-pending={pending} aria-busy={pending}>
          {alternatives ? (
            <Suspense>
              <NoResults browse={browse} isUnreadable={reading?.is_empty ?? false} {...alternatives} />
            </Suspense>
          ) : (
            <Results key={toSearchKey(browse)} results={results} />
          )}
        </div>
      </div>
      {wasOpen && (
        <Suspense>
          <FilterSheet
            key={toSearchKey(browse)}
            open={sheet.open}
            saved={{ ...results, browse: active }}
            onClose={sheet.close}
            onShow={sheet.save}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The last request failed, so the results are those before it. */
const FailedNotice = () => {
  const { revalidate, state } = useRevalidator()
  return (
    <p className={styles.failed} role="alert">
      These results couldn’t be updated.{' '}
      <button type="button" onClick={() => void revalidate()}>
        {state === 'loading' ? 'Trying again…' : 'Try again'}
      </button>
    </p>
  )
}

/** Returns the search that is loading, or else the one that is shown, so that two quick choices add up. */
const useLatestBrowse = (browse: BrowseQuery) => {
  const { location } = useNavigation()
  const pending = location?.pathname === '/clips'
  return { pending, latest: pending ? parseBrowseQuery(new URLSearchParams(location.search)) : browse }
}

const trackedTexts = new Set<string>()

/** A search text is tracked once per visit, even when the user comes back to its results. */
const trackSearchOnce = (q: string) => {
  if (q === '' || trackedTexts.has(q)) return
  trackedTexts.add(q)
  trackSearch(q)
}

/**
 * Scrolls to the top of the results when the search changes while the user is far down. Back restores the scroll position
 * instead.
 */
const useScrollToResults = (search: string) => {
  const container = useRef<HTMLDivElement>(null)
  const shownSearch = useRef(search)
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const element = container.current
    if (!element || shownSearch.current === search) return
    shownSearch.current = search
    if (!isBack && element.getBoundingClientRect().top < 0) element.scrollIntoView()
  }, [search, isBack])
  return container
}
