/** One search over every room: the first of each kind, and how many there are. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

import { foundKinds } from './kinds.ts'

const FoundGroup = z.object({
  kind: z.enum(foundKinds),
  total: z.int(),
  /** The first few, in the order of their room. */
  found: z.array(
    z.object({
      /** What its room calls it by: an id, or an offer's number. */
      key: z.string(),
      title: z.string(),
      /** What tells it from others of the same name. */
      detail: z.string(),
    }),
  ),
})
export type FoundGroup = z.infer<typeof FoundGroup>

export const findAnything = endpoint('GET', '/admin/find', {
  summary:
    'People, workspaces, orders, offers and all else that our rooms hold, by words; each role finds what its pages show',
  who: 'editors',
  query: z.object({ words: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))) }),
  reply: z.array(FoundGroup),
})
