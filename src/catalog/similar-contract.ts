/** API contract of a clip's similar clips. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

import { ClipCard } from './contract.ts'

/** A clip and why it matches (“Same shoot”, “Similar colors” and so on), the strongest reason first. */
export const VisualMatchClip = z.extend(ClipCard, { reasons: z.array(z.string()) })
export type VisualMatchClip = z.infer<typeof VisualMatchClip>

export const listSimilarClips = endpoint('GET', '/clips/:id/similar', {
  summary:
    'List similar clips with the reasons for each: up to six from the same shoot first, then by subject and look',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  reply: z.array(VisualMatchClip),
})
