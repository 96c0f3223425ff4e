/** What people look for, as our editors read it. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { PageNumber, Pagination } from '#platform/lists.ts'

export const searchPeriods = ['7', '30', '90', '365'] as const
export const searchOrders = ['searches', 'nothing', 'clicks', 'unclicked'] as const
export type SearchOrder = (typeof searchOrders)[number]

const SearchRow = z.object({
  term: z.string(),
  searches: z.int(),
  /** Clips that were opened from the results. */
  clicks: z.int(),
  /** How many clips the latest of these searches found. */
  found: z.int(),
  last_day: z.string(),
})
export type SearchRow = z.infer<typeof SearchRow>

export const listSearches = endpoint('GET', '/admin/searches', {
  summary: 'What was searched for in a period: most first, only what found nothing, most or fewest clicks',
  who: 'editors',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    days: z.optional(z.enum(searchPeriods)),
    order: z.optional(z.enum(searchOrders)),
  }),
  reply: z.array(SearchRow),
  meta: z.extend(Pagination, {
    /** Of the whole period, whatever the list is narrowed to. */
    totals: z.object({ searches: z.int(), terms: z.int(), clicks: z.int(), nothing: z.int() }),
  }),
})
