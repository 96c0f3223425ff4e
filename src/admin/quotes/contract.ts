/** What the builder of quotes asks for. The offers themselves have their doors in `#quotes/staff-contract.ts`. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { tiers } from '#licensing/prices.ts'
import { endpoint } from '#platform/endpoint.ts'

export const OfferClip = z.object({
  id: z.int(),
  name: z.string(),
  filmmaker: z.string(),
  tier: z.enum(tiers),
  /** Best first. */
  format_ids: z.array(z.int()),
  thumbs: z.array(Picture),
})
export type OfferClip = z.infer<typeof OfferClip>

export const findOfferClips = endpoint('GET', '/admin/offer-clips', {
  summary: 'Clips that can be offered: those of some ids, or those whose name or filmmaker has some words',
  who: 'staff',
  query: z.object({
    /** "12,40" */
    ids: z.optional(z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'At most 200 clips at once.'))),
    words: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(OfferClip),
})
