/** The endpoint that adds many clips under one license. */
import * as z from 'zod/mini'

import { ChoiceWithFormat } from '#licensing/choice-schema.ts'
import { endpoint } from '#platform/http/endpoint.ts'

import { Cart, ClipIds } from './contract.ts'

/** How many of the requested clips were added, and why the others were not. */
const AddAllSummary = z.object({
  added: z.int(),
  /** In the cart already under this license, in this format or a better one. */
  already_in_cart: z.int(),
  /** No longer for sale. */
  gone: z.int(),
  /** Added in another format because the requested one is not available. */
  in_other_format: z.int(),
})
export type AddAllSummary = z.infer<typeof AddAllSummary>

export const addAll = endpoint('POST', '/v2/cart/items/all', {
  summary:
    'Add many clips under one license: those that are for sale, each in the requested format or the closest available',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.extend(ChoiceWithFormat, { clips: ClipIds }),
  reply: Cart,
  meta: AddAllSummary,
})
