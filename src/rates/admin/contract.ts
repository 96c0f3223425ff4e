/** API of one preferred rate with its purchases. The other endpoints of rates are in `#rates/staff-contract.ts`. */
import * as z from 'zod/mini'

import { orderStates } from '#orders/states.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'

import { StaffRate } from '../staff-contract.ts'

export const StaffRateDetail = z.extend(StaffRate, {
  /** The purchases, latest first, without failed and canceled orders. */
  bought: z.array(
    z.object({
      /** The id of the order's line. */
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
export type StaffRateDetail = z.infer<typeof StaffRateDetail>

export const getStaffRate = endpoint('GET', '/admin/preferred-rates/:id', {
  summary: 'Get a preferred rate with its purchases',
  who: 'staff',
  params: IdParam,
  reply: StaffRateDetail,
})
