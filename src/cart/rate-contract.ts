/** Endpoints for cart items under a preferred rate of the workspace. */
import * as z from 'zod/mini'

import { FormatId } from '#licensing/choice-schema.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam } from '#platform/http/lists.ts'

import { Cart, ClipIds } from './contract.ts'

export const AddUnderRate = z
  .object({
    preferred_rate_id: idField('Choose a preferred rate'),
    clips: z.optional(ClipIds),
    clip_id: z.optional(idField()),
    format_id: FormatId,
  })
  .check(
    z.refine(({ clips, clip_id }) => clips !== undefined || clip_id !== undefined, {
      path: ['clips'],
      error: 'Choose a clip',
    }),
  )

export const addUnderRate = endpoint('POST', '/v2/cart/preferred-rates', {
  summary: 'Add clips under a preferred rate of the workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  body: AddUnderRate,
  reply: Cart,
  refusals: [404],
})

export const moveToRate = endpoint('PUT', '/v2/cart/items/:id/preferred-rates', {
  summary: 'Move one item under a preferred rate of the workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  body: z.object({
    preferred_rate_id: idField('Choose a preferred rate'),
    /** If omitted, the format stays unchanged. */
    format_id: z.optional(FormatId),
  }),
  reply: Cart,
})
