import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { numberIn } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'

/** What somebody bought, as they are thanked for it. */
export const BoughtOrder = z.object({
  order_id: z.int(),
  /** null until it is known whether it is paid. */
  invoice_number: z.nullable(z.string()),
  /** `processing`: a bank debit is on its way. `failed`: nothing was bought. */
  state: z.enum(['confirming', 'processing', 'bought', 'failed']),
  clips_count: z.int(),
  total: Money,
  /** Where the receipt went. */
  email: z.string(),
})
export type BoughtOrder = z.infer<typeof BoughtOrder>

export const getBought = endpoint('GET', '/checkout/orders/:order_id', {
  summary: 'An order by its id, for whoever bought it',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ order_id: numberIn() }),
  reply: BoughtOrder,
})
