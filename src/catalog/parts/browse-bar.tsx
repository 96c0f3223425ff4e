/** Stays in sight while results pass: the switch of the filter panel, what is chosen, the order. */
import { SlidersHorizontal } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'

import { RemovableChip } from '#ui/chip.tsx'

import type { Facets } from '../contract.ts'
import { spoken } from '../filter-table.ts'
import { browsePath, chosen, choose, type Browse } from '../filters.ts'
import { labelOf, unfiltered } from './searches.ts'
import { SortSelect } from './sort-select.tsx'

import styles from './browse-bar.module.css'

type BrowseBarProps = {
  browse: Browse
  facets: Facets
  /** The panel is in sight beside the results. */
  panel: boolean
  onFilters: (event: MouseEvent) => void
}

export const BrowseBar = ({ browse, facets, panel, onFilters }: BrowseBarProps) => {
  const conditions = chosen(browse)
  return (
    <div className={styles.bar}>
      {/* Without JavaScript it leads to the panel, which then opens by :target. */}
      <a href="#filters" className={styles.filters} data-panel={panel} onClick={onFilters}>
        <SlidersHorizontal aria-hidden="true" />
        Filters
        {conditions.length > 0 && <span className={styles.count}>{conditions.length}</span>}
      </a>
      <ul className={styles.chips} aria-label="Chosen filters">
        {browse.q !== '' && (
          <li>
            <RemovableChip to={browsePath({ ...browse, q: '', page: 1 })} removeLabel="remove the search words">
              “{browse.q}”
            </RemovableChip>
          </li>
        )}
        {conditions.map(({ name, value, exclude }) => (
          <li key={`${name} ${value}`}>
            <RemovableChip to={browsePath(choose(browse, name, value, undefined))} removeLabel="remove this filter">
              {spoken(name, value, labelOf(facets, name, value), exclude)}
            </RemovableChip>
          </li>
        ))}
        {conditions.length > 1 && (
          <li>
            <Link to={browsePath(unfiltered(browse))} className={styles.clear} preventScrollReset>
              Clear all
            </Link>
          </li>
        )}
      </ul>
      <SortSelect browse={browse} />
    </div>
  )
}
