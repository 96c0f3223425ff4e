/** All filters with their values and counts. Each value can be included or excluded; a second press removes it. */
import { useState } from 'react'

import type { Facets } from '#catalog/contract.ts'
import { filterNames, filterTable, type FilterName } from '#catalog/filter-table.ts'
import { parseBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import { getClickedPath } from '#catalog/plain-click.ts'

import { FilterRange } from './filter-range.tsx'
import { countActive, keepRowOrder, listFilterRows } from './filter-rows.ts'
import { FilterValues } from './filter-values.tsx'

import styles from './filter-panel.module.css'

/** The most used filters are open at first. Others open on a press, or when one of their values is active. */
const openByDefault: readonly FilterName[] = ['category', 'look', 'motion', 'time', 'color']

export type FilterPanelProps = {
  browse: BrowseQuery
  facets: Facets
  /** Whether counts are estimates. */
  facets_are_estimates: boolean
  /** Called with the next search when a link or form in the panel is used. */
  onBrowse: (next: BrowseQuery) => void
}

export const FilterPanel = ({ browse, facets: currentFacets, facets_are_estimates, onBrowse }: FilterPanelProps) => {
  const facets = useStableFacets(currentFacets, browse.q)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- of the links inside
    <div
      onClick={event => {
        const path = getClickedPath(event)
        if (path === undefined) return
        event.preventDefault()
        onBrowse(parseBrowseQuery(new URL(path, location.origin).searchParams))
      }}
    >
      {filterNames.map(name => (
        <FilterGroup key={name} {...{ name, browse, facets, facets_are_estimates, onBrowse }} />
      ))}
    </div>
  )
}

/** A new search text starts over. */
const useStableFacets = (currentFacets: Facets, q: string): Facets => {
  const [previous, setPrevious] = useState({ q, source: currentFacets, facets: currentFacets })
  if (previous.source === currentFacets) return previous.facets
  const facets = previous.q === q ? keepRowOrder(previous.facets, currentFacets) : currentFacets
  setPrevious({ q, source: currentFacets, facets })
  return facets
}

const FilterGroup = ({
  name,
  browse,
  facets,
  facets_are_estimates,
  onBrowse,
}: FilterPanelProps & { name: FilterName }) => {
  const activeCount = countActive(browse, name)
  // Only the initial state; the user opens and closes the group after that.
  const [openInitially] = useState(openByDefault.includes(name) || activeCount > 0)
  const [open, setOpen] = useState(openInitially)
  const rows = listFilterRows(name, facets[name], browse)
  if (rows.length === 0) return null
  const { label, range } = filterTable[name]
  return (
    <section className={styles.group} aria-label={label} data-closed={!openInitially}>
      <details open={openInitially} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <h2 className={styles.heading}>
            {label}
            {range && <span className={styles.unit}>{range.unit}</span>}
          </h2>
          {activeCount > 0 && <span className={styles.chosen}>{activeCount}</span>}
        </summary>
        {/* Rows of a closed group are only rendered once it opens, because seventeen filters have hundreds of rows. */}
        {open && (
          <div className={styles.body}>
            {range && <FilterRange {...{ name, range, browse, onBrowse }} facet={facets[name]} />}
            <FilterValues {...{ name, rows, browse }} isEstimate={facets_are_estimates} />
          </div>
        )}
      </details>
    </section>
  )
}
