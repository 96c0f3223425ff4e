import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { numberParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'

/** A bought order, as the thank-you page shows it. */
export const BoughtOrder = z.object({
  order_id: z.int(),
  /** null until the payment’s outcome is known. */
  invoice_number: z.nullable(z.string()),
  /** `processing`: a bank debit is in transit. `failed`: nothing was bought. */
  state: z.enum(['confirming', 'processing', 'bought', 'failed']),
  clips_count: z.int(),
  total: Money,
  /** Where the receipt was sent. */
  email: z.string(),
})
export type BoughtOrder = z.infer<typeof BoughtOrder>

export const getBoughtOrder = endpoint('GET', '/checkout/orders/:order_id', {
  summary: 'Get an order that the user bought',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ order_id: numberParam() }),
  reply: BoughtOrder,
  served_when_busy: true,
})
