/** Many clips at once under one license. */
import * as z from 'zod/mini'

import { ChoiceWithFormat } from '#licensing/choice-shape.ts'
import { endpoint } from '#platform/endpoint.ts'

import { Cart, ClipIds } from './contract.ts'

/** What became of many clips that were put in at once. */
const AddedAll = z.object({
  added: z.int(),
  /** Under this license already, in this format or a better one. */
  already_there: z.int(),
  /** Not sold any more. */
  gone: z.int(),
  /** Of those added, the ones that do not come in the wanted format. */
  in_other_format: z.int(),
})
export type AddedAll = z.infer<typeof AddedAll>

export const addAll = endpoint('POST', '/v2/cart/items/all', {
  summary: 'Puts many clips in under one license: those that are sold, each in the wanted format or the nearest it has',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.extend(ChoiceWithFormat, { clips: ClipIds }),
  reply: Cart,
  meta: AddedAll,
})
