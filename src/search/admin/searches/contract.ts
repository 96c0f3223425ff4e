/** API of the search statistics for editors. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'

export const searchPeriods = ['7', '30', '90', '365'] as const
export const searchOrders = ['searches', 'nothing', 'clicks', 'unclicked'] as const
export type SearchOrder = (typeof searchOrders)[number]

const SearchStatsRow = z.object({
  term: z.string(),
  searches: z.int(),
  /** How many clips were opened from the results. */
  clicks: z.int(),
  /** How many clips the latest search found. */
  result_count: z.int(),
  last_day: z.string(),
})
export type SearchStatsRow = z.infer<typeof SearchStatsRow>

export const listSearches = endpoint('GET', '/admin/searches', {
  summary:
    'List the search terms of a period: the most frequent, those without results, those with most or fewest clicks',
  who: 'editors',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    days: z.optional(z.enum(searchPeriods)),
    order: z.optional(z.enum(searchOrders)),
  }),
  reply: z.array(SearchStatsRow),
  meta: z.extend(Pagination, {
    /** Totals of the whole period, regardless of filters. */
    totals: z.object({ searches: z.int(), terms: z.int(), clicks: z.int(), nothing: z.int() }),
  }),
})
