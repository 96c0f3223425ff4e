/** The bar above the results that stays visible while scrolling: the filter button, the active filters and the sort order. */
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, type MouseEvent } from 'react'
import { Link } from 'react-router'

import type { Facets, TextReading } from '#catalog/contract.ts'
import { selectedValueLabel } from '#catalog/filter-table.ts'
import {
  browsePath,
  emptyBrowseQuery,
  listSelectedFilters,
  setFilterState,
  type BrowseQuery,
} from '#catalog/filters.ts'
import { RemovableChip } from '#ui/chip.tsx'

import { getValueLabel } from './browse-query.ts'
import { isReadFilter } from './read-filters.ts'
import { SortSelect } from './sort-select.tsx'

import styles from './browse-bar.module.css'

const ViewControls = lazy(() => import('./view-controls.tsx').then(module => ({ default: module.ViewControls })))

type BrowseBarProps = {
  /** With the filters that were read from the words. */
  browse: BrowseQuery
  /** The filters that were read from the words. */
  filters: TextReading['filters']
  /** Converts a choice to the search that the address holds. */
  toSearch: (next: BrowseQuery) => BrowseQuery
  facets: Facets
  /** Whether the filter panel is shown beside the results. */
  panel: boolean
  onFilters: (event: MouseEvent) => void
}

export const BrowseBar = ({ browse, filters, toSearch, facets, panel, onFilters }: BrowseBarProps) => {
  const activeFilters = listSelectedFilters(browse)
  return (
    <div className={styles.bar}>
      {/* Without JavaScript the link leads to the panel, which opens by :target. */}
      <a href="#filters" className={styles.filters} data-panel={panel} onClick={onFilters}>
        <SlidersHorizontal aria-hidden="true" />
        Filters
        {activeFilters.length > 0 && <span className={styles.count}>{activeFilters.length}</span>}
      </a>
      <ul className={styles.chips} aria-label="Chosen filters">
        {browse.q !== '' && (
          <li>
            <RemovableChip
              to={browsePath({ ...toSearch(browse), q: '', page: 1 })}
              removeLabel="remove the search text"
            >
              “{browse.q}”
            </RemovableChip>
          </li>
        )}
        {activeFilters.map(({ name, value, exclude }) => {
          const isRead = isReadFilter(filters, name, value, exclude)
          return (
            <li key={`${name} ${value}`}>
              <RemovableChip
                to={browsePath(toSearch(setFilterState(browse, name, value, undefined)))}
                removeLabel={isRead ? 'read from your words; take it as a plain word' : 'remove this filter'}
                className={isRead ? styles.read : undefined}
              >
                {selectedValueLabel(name, value, getValueLabel(facets, name, value), exclude)}
              </RemovableChip>
            </li>
          )
        })}
        {activeFilters.length + (browse.q === '' ? 0 : 1) > 1 && (
          <li>
            <Link
              to={browsePath({ ...emptyBrowseQuery, sort: browse.sort })}
              className={styles.clear}
              preventScrollReset
            >
              Clear all
            </Link>
          </li>
        )}
      </ul>
      <Suspense>
        <ViewControls />
      </Suspense>
      <SortSelect browse={toSearch(browse)} />
    </div>
  )
}
