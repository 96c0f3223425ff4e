/** API of the search statistics for editors. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'

export const searchPeriods = ['7', '30', '90'] as const
export const searchOrders = ['searches', 'nothing', 'close', 'clicks', 'unclicked'] as const
export type SearchOrder = (typeof searchOrders)[number]

const SearchStatsRow = z.object({
  term: z.string(),
  searches: z.int(),
  /** How many clips were opened from the results. */
  clicks: z.int(),
  /** The mean place of these clips among the results, from 1. */
  mean_place: z.nullable(z.number()),
  /** How many clips the latest search found, and how many of them have every word. */
  result_count: z.int(),
  full_count: z.int(),
  last_day: z.string(),
})
export type SearchStatsRow = z.infer<typeof SearchStatsRow>

const SearchTotals = z.object({
  searches: z.int(),
  terms: z.int(),
  clicks: z.int(),
  /** The clicks on clips without any word of the search: the meaning alone led to them. */
  meaning_clicks: z.int(),
  nothing: z.int(),
  close: z.int(),
})
export type SearchTotals = z.infer<typeof SearchTotals>

export const listSearches = endpoint('GET', '/admin/searches', {
  summary:
    'List the search terms of a period: the most frequent, those without results, those with close matches only, those with most or fewest clicks',
  who: 'editors',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    days: z.optional(z.enum(searchPeriods)),
    order: z.optional(z.enum(searchOrders)),
  }),
  reply: z.array(SearchStatsRow),
  meta: z.extend(Pagination, {
    /** The search by meaning, when it is on. */
    meaning: z.nullable(
      z.object({
        model: z.string(),
        /** How many clips its model knows by their texts, and by their stills; null for a model of texts only. */
        clips: z.int(),
        pictures: z.nullable(z.int()),
        /** Why it doesn't answer, if so. */
        problem: z.nullable(z.string()),
      }),
    ),
    /** Totals of the whole period, regardless of filters. */
    totals: SearchTotals,
  }),
})
