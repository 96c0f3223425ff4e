/** What a request for approval asks for, and how it is carried out in the requester's name. */
import * as z from 'zod/mini'

import { beginRefund, type Begun } from '#checkout/refunds.server.ts'
import { lockForStaff, markPaid } from '#checkout/staff-moves.server.ts'
import { coupon_kinds } from '#coupons/coupon.ts'
import { makeStaffCoupon } from '#coupons/coupons.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { isStaff } from '#workspaces/policy.ts'
import { changeTerms, needDistance } from '#workspaces/terms.server.ts'

export const Payload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refund'),
    order_id: z.int(),
    order_item_ids: z.nullable(z.array(z.int())),
    seen_cents: z.int(),
    reference: z.string(),
    operation_key: z.string(),
  }),
  z.object({ kind: z.literal('paid'), order_id: z.int(), reference: z.string() }),
  z.object({
    kind: z.literal('terms'),
    workspace_id: z.int(),
    /** What the request changes; the rest is as it is when the request is approved. */
    terms: z.partial(
      z.object({
        has_self_invoicing: z.boolean(),
        credit_limit_cents: z.int(),
        net_payment_term_days: z.int(),
        is_trusted: z.boolean(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('coupon'),
    coupon: z.object({
      code: z.string(),
      kind: z.enum(coupon_kinds),
      value: z.int(),
      starts_at: z.string(),
      ends_at: z.nullable(z.string()),
      minimum_cents: z.int(),
      total_limit: z.nullable(z.int()),
      workspace_limit: z.nullable(z.int()),
      clip_ids: z.nullable(z.array(z.int())),
      format_ids: z.nullable(z.array(z.int())),
    }),
  }),
])
export type Payload = z.infer<typeof Payload>

/** Nobody approves anything for a workspace that they are in. Throws 403. */
export const needDistanceFrom = async (trx: Trx, payload: Payload, staff_user_id: number): Promise<void> => {
  if (payload.kind === 'terms') await needDistance(trx, staff_user_id, payload.workspace_id)
  if (payload.kind === 'refund' || payload.kind === 'paid') await lockForStaff(trx, payload.order_id, staff_user_id)
}

export type CarryOut = { payload: Payload; requested_by: number; reason: string; now: Date }

/**
 * In the requester's name, and with what they may still do. Answers the refund that goes on after the transaction. Refuses
 * like what it carries out, and with 409 when the requester is no longer staff.
 */
export const carryOut = async (
  trx: Trx,
  gateway: Gateway | undefined,
  { payload, requested_by: staff_user_id, reason, now }: CarryOut,
): Promise<Begun | undefined> => {
  const requester = await trx
    .selectFrom('users')
    .where('id', '=', staff_user_id)
    .select('platform_roles')
    .executeTakeFirst()
  if (!isStaff(requester?.platform_roles ?? [])) throw refuse(409, 'The requester is not one of the staff anymore.')
  if (payload.kind === 'refund') {
    const { kind: _, ...refund } = payload
    return beginRefund(trx, gateway, { ...refund, staff_user_id, reason }, now)
  }
  if (payload.kind === 'paid') {
    const { order_id, reference } = payload
    await markPaid(trx, { order_id, reference, staff_user_id, reason, now })
  }
  if (payload.kind === 'terms')
    await changeTerms(trx, staff_user_id, payload.workspace_id, { terms: payload.terms, reason, now })
  if (payload.kind === 'coupon') {
    const { starts_at, ends_at, ...coupon } = payload.coupon
    const days = { starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) }
    if (days.ends_at && days.ends_at <= now) throw refuse(409, 'The last day of this coupon is over.')
    await makeStaffCoupon(trx, { ...coupon, ...days }, { staff_user_id, reason, now })
  }
  return undefined
}

/**
 * Carries a request out and rolls that back, so that the requester reads now what its approval would be refused for. Answers
 * the refund that it would begin.
 */
export const dryRun = async (db: Db, gateway: Gateway | undefined, request: CarryOut): Promise<Begun | undefined> => {
  const trx = await db.startTransaction().execute()
  try {
    return await carryOut(trx, gateway, request)
  } finally {
    await trx.rollback().execute()
  }
}
