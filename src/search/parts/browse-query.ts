/** The browse page's API queries and result titles. Pure functions. */
import type { Facets, TextReading } from '#catalog/contract.ts'
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

type ResultCounts = {
  browse: BrowseQuery
  reading: Pick<TextReading, 'close_total'> | null
  total: number
  total_is_estimate: boolean
}

/** Returns how many clips have all of a search; the others are close matches. */
export const countFullMatches = ({ total, reading }: Pick<ResultCounts, 'total' | 'reading'>): number =>
  total - (reading?.close_total ?? 0)

/** "128 clips of “ocean”", "12 clips of “ocean guards”, 140 close matches". */
export const formatResultTitle = (results: ResultCounts): string => {
  const { browse, reading, total_is_estimate } = results
  const full = countFullMatches(results)
  const close = reading?.close_total ?? 0
  const suffix = browse.q === '' ? '' : ` of “${browse.q}”`
  if (close === 0) return `${formatCount(full, 'clip', total_is_estimate)}${suffix}`
  const closeCount = `${total_is_estimate ? '~' : ''}${close.toLocaleString('en-US')} close ${close === 1 ? 'match' : 'matches'}`
  return full === 0
    ? `${closeCount}${suffix}`
    : `${formatCount(full, 'clip', total_is_estimate)}${suffix}, ${closeCount}`
}

/** Removes all filters and keeps the search text. */
export const clearFilters = (browse: BrowseQuery): BrowseQuery => ({ ...browse, page: 1, include: {}, exclude: {} })
