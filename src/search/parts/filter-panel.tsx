/** All filters with their values and counts. Each value can be included or excluded. Without JavaScript it is a form. */
import { useEffect, useId, useRef, useState } from 'react'

import type { Facets } from '#catalog/contract.ts'
import { filterNames, filterTable, type FilterName } from '#catalog/filter-table.ts'
import { browsePath, formatBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'

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
  /** Called with the next search when a checkbox or a form in the panel is used. */
  onBrowse: (next: BrowseQuery) => void
  /** The filters that are offered; by default all. */
  names?: readonly FilterName[]
  /** Where the form leads without JavaScript, with what it keeps; by default to the same search. */
  form?: { action: string; fields: Iterable<readonly [name: string, value: string]> }
}

export const FilterPanel = ({
  facets: currentFacets,
  facets_are_estimates,
  names = filterNames,
  form,
  ...search
}: FilterPanelProps) => {
  const { browse, onBrowse } = useChoices(search)
  const facets = useStableFacets(currentFacets, browse.q)
  const panel = useRef<HTMLDivElement>(null)
  const form_id = useId()
  useEffect(() => {
    let stop = () => {}
    let isUnmounted = false
    void import('#ui/roving-focus.ts').then(({ startRovingFocus }) => {
      if (panel.current && !isUnmounted) stop = startRovingFocus(panel.current)
    })
    return () => {
      isUnmounted = true
      stop()
    }
  }, [])
  return (
    <div ref={panel}>
      {names.map(name => (
        <FilterGroup key={name} {...{ name, form_id, browse, facets, facets_are_estimates, onBrowse }} />
      ))}
      <form id={form_id} action={form?.action ?? '/clips'}>
        {[...(form?.fields ?? formatBrowseQuery({ ...browse, page: 1, include: {}, exclude: {} }))].map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        <noscript>
          <button type="submit" className={styles.apply}>
            Apply filters
          </button>
        </noscript>
      </form>
    </div>
  )
}

/** Shows a choice at once; the search that it leads to follows a moment later. */
const useChoices = ({ browse, onBrowse }: Pick<FilterPanelProps, 'browse' | 'onBrowse'>) => {
  const path = browsePath(browse)
  const [choice, setChoice] = useState({ after: path, browse })
  const latestBrowse = choice.after === path ? choice.browse : browse
  if (choice.after !== path) setChoice({ after: path, browse })
  return {
    browse: latestBrowse,
    onBrowse: (next: BrowseQuery) => {
      setChoice({ after: path, browse: next })
      onBrowse(next)
    },
  }
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
  form_id,
  onBrowse,
}: Omit<FilterPanelProps, 'names' | 'form'> & { name: FilterName; form_id: string }) => {
  const activeCount = countActive(browse, name)
  // Only the initial state; the user opens and closes the group after that.
  const [openInitially] = useState(openByDefault.includes(name) || activeCount > 0)
  const [open, setOpen] = useState(openInitially)
  const rows = listFilterRows(name, facets[name], browse)
  if (rows.length === 0) return null
  const { label, range } = filterTable[name]
  return (
    <fieldset className={styles.group} aria-label={label} data-closed={!openInitially} data-roving>
      <details open={openInitially} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <h2 className={styles.heading}>
            {label}
            {range && <span className={styles.unit}>{range.unit}</span>}
          </h2>
          {activeCount > 0 && <span className={styles.chosen}>{activeCount}</span>}
        </summary>
        {/* Rows of a closed group are only rendered once it opens, because the filters have hundreds of rows. */}
        {open && (
          <div className={styles.body}>
            {range && <FilterRange {...{ name, range, browse, onBrowse }} facet={facets[name]} />}
            <FilterValues {...{ name, form_id, rows, browse, onBrowse }} isEstimate={facets_are_estimates} />
          </div>
        )}
      </details>
    </fieldset>
  )
}
