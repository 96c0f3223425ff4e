/** API contract of popular searches. */
import * as z from 'zod/mini'

import { Cover } from '#catalog/collections-contract.ts'
import { integerBetween, Term } from '#catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

export const MAX_POPULAR_SEARCHES = 60

const PopularSearch = z.object({
  /** "golden hour" */
  term: z.string(),
  /** The slug in `/stock-footage/golden-hour`. */
  slug: z.string(),
  clip_count: z.int(),
  total_is_estimate: z.boolean(),
  /** The most frequent category of its clips. */
  category: z.nullable(Term),
  cover: z.nullable(Cover),
})
export type PopularSearch = z.infer<typeof PopularSearch>

export const listPopularSearches = endpoint('GET', '/searches/popular', {
  summary: 'List popular searches that find clips, most popular first',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    limit: z.optional(integerBetween(1, MAX_POPULAR_SEARCHES, `Ask for 1 to ${MAX_POPULAR_SEARCHES} searches.`)),
  }),
  reply: z.array(PopularSearch),
})
