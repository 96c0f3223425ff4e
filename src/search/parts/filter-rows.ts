/** The rows of a filter: its values with counts. Pure functions. */
import type { Facets, FacetValue } from '#catalog/contract.ts'
import { numbersInRange, filterTable, filterValueLabel, type FilterName } from '#catalog/filter-table.ts'
import { filterStateOf, type BrowseQuery, type FilterState } from '#catalog/filters.ts'

export type FilterRow = { value: string; label: string; count: number; choice: FilterState }

const listActive = ({ include, exclude }: BrowseQuery, name: FilterName) => [
  ...(include[name] ?? []),
  ...(exclude[name] ?? []),
]

/** Counts the clips whose own number is within a span. */
const countInSpan = (name: FilterName, span: string, facet: readonly FacetValue[]): number => {
  const numbers = new Set(
    numbersInRange(
      name,
      span,
      facet.map(option => option.value),
    ),
  )
  return facet.reduce((sum, { value, count }) => sum + (numbers.has(value) ? count : 0), 0)
}

/**
 * Returns every value of a fixed list, the presets of a range, or the values of the results, always including active values.
 */
export const listFilterRows = (name: FilterName, facet: readonly FacetValue[], browse: BrowseQuery): FilterRow[] => {
  const { traits, range, optional } = filterTable[name]
  if (optional && facet.length === 0 && countActive(browse, name) === 0) return []
  const counts = new Map(facet.map(option => [option.value, option.count]))
  const options = traits ?? range?.presets ?? facet
  const otherActive = listActive(browse, name).filter(value => !options.some(option => option.value === value))
  return [...otherActive.map(value => ({ value, label: filterValueLabel(name, value) })), ...options].map(
    ({ value, label }) => ({
      value,
      label,
      count: range ? countInSpan(name, value, facet) : (counts.get(value) ?? 0),
      choice: filterStateOf(browse, name, value),
    }),
  )
}

/** Filters with few values, all of which stay listed. */
const stableFilters: readonly FilterName[] = ['category', 'look', 'motion', 'time']

/**
 * Returns the facets of narrower results in the order and with all the values of the previous results, so that no row moves
 * away from the pointer. Values without any result count 0.
 */
export const keepRowOrder = (before: Facets, current: Facets): Facets => ({
  ...current,
  ...Object.fromEntries(
    stableFilters.map(name => {
      const added = current[name].filter(({ value }) => !before[name].some(previous => previous.value === value))
      const retained = before[name].map(
        previous => current[name].find(({ value }) => value === previous.value) ?? { ...previous, count: 0 },
      )
      return [name, [...retained, ...added]]
    }),
  ),
})

/** Returns how many values of a filter are active. */
export const countActive = (browse: BrowseQuery, name: FilterName): number => listActive(browse, name).length

/** Returns the search with one span of a filter instead of any other; undefined removes the span. */
export const withSpan = (browse: BrowseQuery, name: FilterName, span: string | undefined): BrowseQuery => {
  const { [name]: _, ...include } = browse.include
  return { ...browse, page: 1, include: span === undefined ? include : { ...include, [name]: [span] } }
}
