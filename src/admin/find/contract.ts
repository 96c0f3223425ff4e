/** The search across the whole admin: the first results of each kind and their total. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

import { findKindNames } from './find-kinds.ts'

const FindResultGroup = z.object({
  kind: z.enum(findKindNames),
  total: z.int(),
  /** The first results, in the order of their admin page. */
  results: z.array(
    z.object({
      /** The id, or an offer's number, as in the path of its page. */
      key: z.string(),
      title: z.string(),
      /** A detail that distinguishes results with the same title. */
      detail: z.string(),
    }),
  ),
})
export type FindResultGroup = z.infer<typeof FindResultGroup>

export const findAnything = endpoint('GET', '/admin/find', {
  summary:
    'Search people, workspaces, orders, offers and everything else in the admin; each role finds what its pages show',
  who: 'editors',
  query: z.object({ words: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))) }),
  reply: z.array(FindResultGroup),
})
