/** A page of results: search, filters, what is chosen, the clips. */
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useNavigate, useNavigation, useNavigationType } from 'react-router'

import { browsePath, printBrowse, readBrowse, type Browse } from '../filters.ts'
import { FindByEye } from '../looks/find-by-eye.tsx'
import { SearchField } from '../search-field.tsx'
import { tellOfSearch } from '../tell-of-search.ts'
import { BrowseBar } from './browse-bar.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { Found } from './load-browse.ts'
import { Results } from './results.tsx'
import { resultTitle } from './searches.ts'
import { useTellOfResults } from './tell-of-results.ts'
import { isWide, useFilterSheet } from './use-filter-sheet.ts'

import styles from './browse-view.module.css'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const NoResults = lazy(() => import('./no-results.tsx').then(part => ({ default: part.NoResults })))

/** The same search on any page of it. */
const searchKey = (browse: Browse) => browsePath({ ...browse, page: 1 })

type BrowseViewProps = {
  found: Found
  /** Stands where the number of clips does otherwise; brings the page's `<h1>`. */
  head?: ReactNode
  /** Stands before the results. */
  notice?: ReactNode
}

export const BrowseView = ({ found, head, notice }: BrowseViewProps) => {
  const { browse, clips, total, is_estimate, last_page, facets, facets_are_estimates, nothing } = found
  const navigate = useNavigate()
  const [panel, setPanel] = useState(true)
  const sheet = useFilterSheet(browse)
  const [wasOpen, setWasOpen] = useState(false)
  if (sheet.open && !wasOpen) setWasOpen(true)
  const { coming, pending } = useComing(browse)
  const columns = useResultsInSight(searchKey(browse))
  const title = resultTitle(browse, total, is_estimate)
  useEffect(() => tellOnce(browse.q), [browse.q])
  useTellOfResults(browse, total)

  const onFilters = (event: MouseEvent) => {
    event.preventDefault()
    if (isWide()) setPanel(!panel)
    else sheet.show()
  }
  // Beside the results each choice is applied at once: the result is its own count (decision 91).
  const onBrowse = (next: Browse) => void navigate(browsePath(next), { preventScrollReset: true })

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div aria-live="polite">{head ?? <h1>{title}</h1>}</div>
        <div className={styles.search}>
          <SearchField size="lg" keep={[...printBrowse({ ...coming, q: '', page: 1 })]} />
          <FindByEye />
        </div>
      </header>
      <BrowseBar browse={coming} facets={facets} panel={panel} onFilters={onFilters} />
      {notice}
      <div ref={columns} className={styles.columns} data-panel={panel}>
        <aside id="filters" className={styles.panel} aria-label="Filters" hidden={!panel}>
          <a href="#content" className={styles.close}>
            Show {title}
          </a>
          <FilterPanel browse={coming} {...{ facets, facets_are_estimates, onBrowse }} />
        </aside>
        <div className={styles.results} data-pending={pending} aria-busy={pending}>
          {nothing ? (
            <Suspense>
              <NoResults browse={browse} {...nothing} />
            </Suspense>
          ) : (
            <Results key={searchKey(browse)} {...{ browse, clips, total, is_estimate, last_page }} />
          )}
        </div>
      </div>
      {wasOpen && (
        <Suspense>
          <FilterSheet
            key={searchKey(browse)}
            open={sheet.open}
            saved={found}
            onClose={sheet.close}
            onShow={sheet.save}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The search that is on its way, or the one that is shown: who chooses two things quickly means both of them. */
const useComing = (browse: Browse) => {
  const { location } = useNavigation()
  const pending = location?.pathname === '/clips'
  return { pending, coming: pending ? readBrowse(new URLSearchParams(location.search)) : browse }
}

const told = new Set<string>()

/** Words count once for each visit, however often somebody comes Back to their results. */
const tellOnce = (q: string) => {
  if (q === '' || told.has(q)) return
  told.add(q)
  tellOfSearch(q)
}

/** Who changes the search from far down sees the new result from its beginning; Back restores the place instead. */
const useResultsInSight = (search: string) => {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(search)
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const element = place.current
    if (!element || shown.current === search) return
    shown.current = search
    if (!isBack && element.getBoundingClientRect().top < 0) element.scrollIntoView()
  }, [search, isBack])
  return place
}
