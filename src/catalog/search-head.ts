/** What search engines are told of a search: its one address, and whether it is worth listing. */
import { isDeep } from '#platform/page.ts'

import { browsePath, chosen, type Browse } from './filters.ts'

/** One or two filters make a page that somebody looks for; more make one of millions that nobody does. */
const most_filters = 2

/** For the head of a page that shows a search with `total` results: the order of results makes no other page of it. */
export const searchHead = (browse: Browse, total: number): { path: string; noindex: boolean } => ({
  path: browsePath({ ...browse, sort: 'relevance' }),
  noindex: total === 0 || chosen(browse).length > most_filters || isDeep(browse.page),
})
