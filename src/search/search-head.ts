/** Metadata of search pages for search engines: the canonical path and whether to index the page. */
import type { TextReading } from '#catalog/contract.ts'
import { filterTable, type FilterName } from '#catalog/filter-table.ts'
import { browsePath, listSelectedFilters, type BrowseQuery } from '#catalog/filters.ts'
import { searchTermPath, termSlug } from '#catalog/paths.ts'
import { isDeepPage } from '#platform/http/page.ts'

import { slugToTerm } from './parts/browse-query.ts'

/** These have pages of their own, or are about the visitor. */
const OTHER_PAGES: readonly FilterName[] = ['collection', 'filmmaker', 'keyword', 'license']

type SearchOutcome = { total: number; reading?: Pick<TextReading, 'corrections' | 'close_total'> | null }
type SearchHead = { path: string; noindex: boolean }

/** Whether all that `/clips?q=…` asks for is a text that the page of a search term has in its address, too. */
const isTerm = ({ q, exact }: BrowseQuery) => q !== '' && !exact && slugToTerm(termSlug(q)) === q.toLowerCase()

/** Returns whether a page of results is left out of search engines: nothing, close matches alone, or a misspelling. */
export const isThinPage = ({ page }: BrowseQuery, { total, reading }: SearchOutcome): boolean =>
  total - (reading?.close_total ?? 0) <= 0 || (reading?.corrections.length ?? 0) > 0 || isDeepPage(page)

/**
 * Returns the canonical path, which has no sort, and whether search engines leave the page out. What a search term's own page
 * shows is canonical there. One filter is worth indexing; mixes and texts make millions of pages that nobody looks for.
 */
export const getSearchHead = (browse: BrowseQuery, outcome: SearchOutcome): SearchHead => {
  const filters = listSelectedFilters(browse)
  const thin = isThinPage(browse, outcome)
  if (filters.length === 0 && isTerm(browse)) {
    const page = browse.page > 1 ? `?page=${browse.page}` : ''
    return { path: searchTermPath(browse.q) + page, noindex: thin }
  }
  const [filter] = filters
  const isIndexed =
    browse.q === '' &&
    filters.length <= 1 &&
    (!filter || !(filter.exclude || filterTable[filter.name].range || OTHER_PAGES.includes(filter.name)))
  return { path: browsePath({ ...browse, sort: 'relevance' }), noindex: thin || !isIndexed }
}
