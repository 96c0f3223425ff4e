/** Filters that were read from the words of a search, beside those that were chosen. Pure functions. */
import type { TextReading } from '#catalog/contract.ts'
import type { FilterName } from '#catalog/filter-table.ts'
import { filterStateOf, setFilterState, type BrowseQuery } from '#catalog/filters.ts'

type ReadFilter = TextReading['filters'][number]

const stateOf = ({ exclude }: Pick<ReadFilter, 'exclude'>) => (exclude ? 'exclude' : 'include')

/** Returns the search with the read filters as if they had been chosen, too: what the page shows as active. */
export const withReadFilters = (
  browse: BrowseQuery,
  filters: readonly Pick<ReadFilter, 'name' | 'value' | 'exclude'>[],
): BrowseQuery => ({
  ...filters.reduce((result, filter) => setFilterState(result, filter.name, filter.value, stateOf(filter)), browse),
  page: browse.page,
})

export const isReadFilter = (
  filters: readonly ReadFilter[],
  name: FilterName,
  value: string,
  exclude: boolean,
): boolean => filters.some(filter => filter.name === name && filter.value === value && filter.exclude === exclude)

const NEGATION = /^(?:but |with |and )*(?:no|not|without|minus|except|excluding|sans)\b/i

/** Returns the text with the words in some places as plain words: in quotes. Negated ones are dropped. */
const toPlainWords = (q: string, spans: ReadFilter['spans']): string => {
  const [first] = spans
  const isNegated = first !== undefined && NEGATION.test(q.slice(first[0]))
  return spans
    .toSorted((a, b) => b[0] - a[0])
    .reduce(
      (text, [start, end]) => text.slice(0, start) + (isNegated ? '' : `"${text.slice(start, end)}"`) + text.slice(end),
      q,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Converts a choice among the active filters to the search that the address holds. Read filters that are still active are left to
 * the words. When one was removed or turned round, its words become plain ones.
 */
export const toTypedSearch = (next: BrowseQuery, browse: BrowseQuery, filters: readonly ReadFilter[]): BrowseQuery => {
  const keyOf = ({ spans }: ReadFilter) => JSON.stringify(spans)
  const changed = filters.filter(filter => filterStateOf(next, filter.name, filter.value) !== stateOf(filter))
  const plain = new Map(changed.map(filter => [keyOf(filter), filter.spans]))
  const unread = filters.filter(
    filter => !plain.has(keyOf(filter)) && filterStateOf(browse, filter.name, filter.value) === undefined,
  )
  const search = unread.reduce((result, { name, value }) => setFilterState(result, name, value, undefined), next)
  const spans = [...plain.values()].flat()
  return { ...search, page: next.page, q: spans.length > 0 ? toPlainWords(browse.q, spans) : next.q }
}
