/** One preferred rate with what was bought under it. All else of rates has its doors in `#rates/staff-contract.ts`. */
import * as z from 'zod/mini'

import { orderStates } from '#orders/states.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { StaffRate } from '#rates/staff-contract.ts'

export const StaffRateFacts = z.extend(StaffRate, {
  /** Latest first; those that came to nothing are none. */
  bought: z.array(
    z.object({
      /** Of the order’s line. */
      id: z.int(),
      order_id: z.int(),
      order_number: z.nullable(z.string()),
      state: z.enum(orderStates),
      placed_at: z.nullable(z.string()),
      clip: z.string(),
      price: Money,
      refunded: z.boolean(),
    }),
  ),
})
export type StaffRateFacts = z.infer<typeof StaffRateFacts>

export const getStaffRate = endpoint('GET', '/admin/preferred-rates/:id', {
  summary: 'A preferred rate, with what was bought under it',
  who: 'staff',
  params: IdParam,
  reply: StaffRateFacts,
})
