/** The browse page's API queries and result titles. Pure functions. */
import type { Facets } from '#catalog/contract.ts'
import { formatCount } from '#catalog/counts.ts'
import { filterTable, filterValueLabel, type FilterName } from '#catalog/filter-table.ts'
import { formatBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'

export const PER_PAGE = 60
/** An address shows its pages 1 to N together, up to this many; later pages are shown alone. */
export const MAX_PAGES = 10

/** Returns the first of the pages that an address shows. */
export const getFirstPage = (page: number): number => (page <= MAX_PAGES ? 1 : page)

/** Returns the query of `GET clips` for one page of a search. */
export const toClipQuery = (browse: BrowseQuery, page: number, size = PER_PAGE): Record<string, string> => ({
  ...Object.fromEntries(formatBrowseQuery({ ...browse, page: 1 })),
  page: String(page),
  per_page: String(size),
})

/** "ocean-waves" → "ocean waves". */
export const slugToTerm = (term: string): string => term.replaceAll(/[-+_]+/g, ' ').trim()

/** Returns the label of a filter value. */
export const getValueLabel = (facets: Facets, name: FilterName, value: string): string =>
  facets[name].find(option => option.value === value && !filterTable[name].range)?.label ??
  filterValueLabel(name, value)

/** "128 clips of “ocean”". */
export const formatResultTitle = ({ q }: BrowseQuery, total: number, is_estimate: boolean): string =>
  `${formatCount(total, 'clip', is_estimate)}${q === '' ? '' : ` of “${q}”`}`

/** Removes all filters and keeps the search text. */
export const clearFilters = (browse: BrowseQuery): BrowseQuery => ({ ...browse, page: 1, include: {}, exclude: {} })
