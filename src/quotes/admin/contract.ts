/** The clip search of the offer builder. The endpoints of offers are in `#quotes/staff-contract.ts`. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { tiers } from '#licensing/terms.ts'
import { endpoint } from '#platform/http/endpoint.ts'

export const OfferClip = z.object({
  id: z.int(),
  name: z.string(),
  filmmaker: z.string(),
  tier: z.enum(tiers),
  /** The available formats, best first. */
  format_ids: z.array(z.int()),
  thumbs: z.array(Picture),
})
export type OfferClip = z.infer<typeof OfferClip>

export const findOfferClips = endpoint('GET', '/admin/offer-clips', {
  summary: 'List clips that can be offered, by ids, or by a part of their name or filmmaker',
  who: 'staff',
  query: z.object({
    /** Comma-separated ids, such as "12,40". */
    ids: z.optional(z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'At most 200 clips at once.'))),
    words: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(OfferClip),
})
