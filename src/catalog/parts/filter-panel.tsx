/** Every filter with its values and counts. Each value can be asked for or left out; a second press lets it go. */
import { useState } from 'react'

import type { Facets } from '../contract.ts'
import { filterNames, filterTable, type FilterName } from '../filter-table.ts'
import { readBrowse, type Browse } from '../filters.ts'
import { FilterRange } from './filter-range.tsx'
import { chosenCount, keptInPlace, rowsOf } from './filter-rows.ts'
import { FilterValues } from './filter-values.tsx'
import { plainLink } from './soft-links.ts'

import styles from './filter-panel.module.css'

/** What most people look for by stands open; the rest opens at a press, or when something in it is chosen. */
const open_from_the_start: readonly FilterName[] = ['category', 'look', 'motion', 'time', 'color']

export type FilterPanelProps = {
  browse: Browse
  facets: Facets
  /** Counts are “about”. */
  facets_are_estimates: boolean
  /** Everything in the panel is a link or a form to another search; this is where it leads. */
  onBrowse: (next: Browse) => void
}

export const FilterPanel = ({ browse, facets: counted, facets_are_estimates, onBrowse }: FilterPanelProps) => {
  const facets = useKeptInPlace(counted, browse.q)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- of the links inside
    <div
      onClick={event => {
        const path = plainLink(event)
        if (path === undefined) return
        event.preventDefault()
        onBrowse(readBrowse(new URL(path, location.origin).searchParams))
      }}
    >
      {filterNames.map(name => (
        <Group key={name} {...{ name, browse, facets, facets_are_estimates, onBrowse }} />
      ))}
    </div>
  )
}

/** Other words begin anew. */
const useKeptInPlace = (counted: Facets, q: string): Facets => {
  const [kept, setKept] = useState({ q, counted, facets: counted })
  if (kept.counted === counted) return kept.facets
  const facets = kept.q === q ? keptInPlace(kept.facets, counted) : counted
  setKept({ q, counted, facets })
  return facets
}

const Group = ({ name, browse, facets, facets_are_estimates, onBrowse }: FilterPanelProps & { name: FilterName }) => {
  const chosen = chosenCount(browse, name)
  // Only how it begins: what a person opened or closed stays so.
  const [begin] = useState(open_from_the_start.includes(name) || chosen > 0)
  const [open, setOpen] = useState(begin)
  const rows = rowsOf(name, facets[name], browse)
  if (rows.length === 0) return null
  const { label, range } = filterTable[name]
  return (
    <section className={styles.group} aria-label={label} data-closed={!begin}>
      <details open={begin} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <h2 className={styles.heading}>
            {label}
            {range && <span className={styles.unit}>{range.unit}</span>}
          </h2>
          {chosen > 0 && <span className={styles.chosen}>{chosen}</span>}
        </summary>
        {/* Closed ones have their rows made when they open: seventeen filters have hundreds. */}
        {open && (
          <div className={styles.body}>
            {range && <FilterRange {...{ name, range, browse, onBrowse }} facet={facets[name]} />}
            <FilterValues {...{ name, rows, browse }} about={facets_are_estimates} />
          </div>
        )}
      </details>
    </section>
  )
}
