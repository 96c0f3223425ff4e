/** The door to what others look for. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

import { Cover } from './collections-contract.ts'
import { between, Term } from './contract.ts'

export const most_popular = 60

const PopularSearch = z.object({
  /** "golden hour" */
  term: z.string(),
  /** As it stands in `/stock-footage/golden-hour`. */
  slug: z.string(),
  clip_count: z.int(),
  total_is_estimate: z.boolean(),
  /** What most of its clips show. */
  category: z.nullable(Term),
  cover: z.nullable(Cover),
})
export type PopularSearch = z.infer<typeof PopularSearch>

export const listPopularSearches = endpoint('GET', '/searches/popular', {
  summary: 'What others look for, most wanted first; each finds something',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    limit: z.optional(between(1, most_popular, `Ask for 1 to ${most_popular} searches.`)),
  }),
  reply: z.array(PopularSearch),
})
