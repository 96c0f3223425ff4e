/** Clips in the cart under a preferred rate of the workspace. */
import * as z from 'zod/mini'

import { FormatId } from '#licensing/choice-shape.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam } from '#platform/lists.ts'

import { Cart, ClipIds } from './contract.ts'

export const AddUnderRate = z
  .object({
    preferred_rate_id: idIn('Choose a preferred rate'),
    clips: z.optional(ClipIds),
    clip_id: z.optional(idIn()),
    format_id: FormatId,
  })
  .check(
    z.refine(({ clips, clip_id }) => clips !== undefined || clip_id !== undefined, {
      path: ['clips'],
      error: 'Choose a clip',
    }),
  )

export const addUnderRate = endpoint('POST', '/v2/cart/preferred-rates', {
  summary: 'Puts clips in under a preferred rate of the workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  body: AddUnderRate,
  reply: Cart,
})

export const moveToRate = endpoint('PUT', '/v2/cart/items/:id/preferred-rates', {
  summary: 'Moves one item under a preferred rate of the workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  body: z.object({
    preferred_rate_id: idIn('Choose a preferred rate'),
    /** Without it, as it is. */
    format_id: z.optional(FormatId),
  }),
  reply: Cart,
})
