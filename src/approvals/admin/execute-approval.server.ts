/** The payload of an approval request, and its execution in the requester's name. */
import * as z from 'zod/mini'

import { lockOrderForStaff, markOrderPaid } from '#checkout/staff-actions.server.ts'
import { couponKinds } from '#coupons/coupon.ts'
import { createStaffCoupon } from '#coupons/coupons.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { beginRefund, type RefundStart } from '#refunds/refunds.server.ts'
import { isStaff } from '#workspaces/policy.ts'
import { changeTerms, requireNonMember } from '#workspaces/terms.server.ts'

export const ApprovalPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refund'),
    order_id: z.int(),
    order_item_ids: z.nullable(z.array(z.int())),
    expected_cents: z.int(),
    reference: z.string(),
    operation_key: z.string(),
  }),
  z.object({ kind: z.literal('paid'), order_id: z.int(), reference: z.string() }),
  z.object({
    kind: z.literal('terms'),
    workspace_id: z.int(),
    /** The terms that the request changes. The others keep their values at the time of approval. */
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
      kind: z.enum(couponKinds),
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
export type ApprovalPayload = z.infer<typeof ApprovalPayload>

/** Nobody approves a request for a workspace they belong to. Throws 403. */
export const requireOutsider = async (trx: Trx, payload: ApprovalPayload, staff_user_id: number): Promise<void> => {
  if (payload.kind === 'terms') await requireNonMember(trx, staff_user_id, payload.workspace_id)
  if (payload.kind === 'refund' || payload.kind === 'paid')
    await lockOrderForStaff(trx, payload.order_id, staff_user_id)
}

export type ApprovalExecution = { payload: ApprovalPayload; requested_by: number; reason: string; now: Date }

/**
 * Executes a request in the requester's name and with the requester's current permissions. Returns the refund to
 * finish after the transaction. Refuses like the action itself, and with 409 when the requester is no longer staff.
 */
export const executeApproval = async (
  trx: Trx,
  gateway: PaymentGateway | undefined,
  { payload, requested_by: staff_user_id, reason, now }: ApprovalExecution,
): Promise<RefundStart | undefined> => {
  const requester = await trx
    .selectFrom('users')
    .where('id', '=', staff_user_id)
    .select('platform_roles')
    .executeTakeFirst()
  if (!isStaff(requester?.platform_roles ?? [])) throw refuse(409, 'The requester is no longer a staff member.')
  if (payload.kind === 'refund') {
    const { kind: _, ...refund } = payload
    return beginRefund(trx, gateway, { ...refund, staff_user_id, reason }, now)
  }
  if (payload.kind === 'paid') {
    const { order_id, reference } = payload
    await markOrderPaid(trx, { order_id, reference, staff_user_id, reason, now })
  }
  if (payload.kind === 'terms')
    await changeTerms(trx, staff_user_id, payload.workspace_id, { terms: payload.terms, reason, now })
  if (payload.kind === 'coupon') {
    const { starts_at, ends_at, ...coupon } = payload.coupon
    const validity = { starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) }
    if (validity.ends_at && validity.ends_at <= now) throw refuse(409, 'This coupon’s last day has passed.')
    await createStaffCoupon(trx, { ...coupon, ...validity }, { staff_user_id, reason, now })
  }
  return undefined
}

/**
 * Executes a request and rolls it back, so that the requester learns at once why its approval would be refused.
 * Returns the refund that it would start.
 */
export const dryRunApproval = async (
  db: Db,
  gateway: PaymentGateway | undefined,
  request: ApprovalExecution,
): Promise<RefundStart | undefined> => {
  const trx = await db.startTransaction().execute()
  try {
    return await executeApproval(trx, gateway, request)
  } finally {
    await trx.rollback().execute()
  }
}
