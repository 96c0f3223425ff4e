import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

export const ReconciliationDifference = z.object({
  /**
   * `charged_unbooked`: a charge without an order · `charged_twice`: one attempt was charged more than once ·
   * `other_amount` · `booked_uncharged`: an order counts as paid, but the gateway has no charge for it
   */
  kind: z.enum(['charged_unbooked', 'charged_twice', 'other_amount', 'booked_uncharged']),
  attempt_id: z.nullable(z.int()),
  order_id: z.nullable(z.int()),
  transaction_id: z.nullable(z.string()),
  gateway_cents: z.nullable(z.int()),
  booked_cents: z.nullable(z.int()),
})
export type ReconciliationDifference = z.infer<typeof ReconciliationDifference>

export const listReconciliations = endpoint('GET', '/admin/payment-reconciliations', {
  summary: 'List the daily comparisons of our records with the gateway’s, newest first',
  who: 'platform_admins',
  reply: z.array(
    z.object({
      id: z.int(),
      from_at: z.iso.datetime(),
      to_at: z.iso.datetime(),
      transactions_count: z.int(),
      attempts_count: z.int(),
      differences: z.array(ReconciliationDifference),
      created_at: z.iso.datetime(),
    }),
  ),
})
