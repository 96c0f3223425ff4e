/** Metadata of search pages for search engines: the canonical path and whether to index the page. */

import { browsePath, listSelectedFilters, type BrowseQuery } from '#catalog/filters.ts'
import { isDeepPage } from '#platform/http/page.ts'

/** Pages with one or two filters are worth indexing; more filters make millions of pages that nobody looks for. */
const MAX_INDEXED_FILTERS = 2

/** Returns the canonical path, which has no sort, and whether a search with `total` results is left out of search engines. */
export const getSearchHead = (browse: BrowseQuery, total: number): { path: string; noindex: boolean } => ({
  path: browsePath({ ...browse, sort: 'relevance' }),
  noindex:
    browse.exact || total === 0 || listSelectedFilters(browse).length > MAX_INDEXED_FILTERS || isDeepPage(browse.page),
})
