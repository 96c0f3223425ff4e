/** Staff actions on orders other than refunds: cancel an invoice, and mark one as paid outside the gateway. */

import { transitionOrder } from '#licenses/transition-order.server.ts'
import { creditUnpaidOrder } from '#orders/credit-notes.server.ts'
import { isOwed } from '#orders/due.ts'
import { findUpgradedLine, listLineIds } from '#orders/order-lines.server.ts'
import { stateLabels, type OrderState } from '#orders/states.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { findPendingAttemptOfOrder } from './attempts.server.ts'

type StaffOrderInput = { order_id: number; staff_user_id: number; reason: string; now: Date }

/**
 * Locks an order for a staff action. Throws 404 for an unknown order, 403 when the staff member belongs to its
 * workspace.
 */
export const lockOrderForStaff = async (trx: Trx, order_id: number, staff_user_id: number) => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['id', 'state', 'workspace_id', 'user_id', 'processing_fee_cents', 'withdrawn_fee_cents', 'total_cents'])
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  const membership = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', order.workspace_id)
    .where('user_id', '=', staff_user_id)
    .select('user_id')
    .executeTakeFirst()
  if (membership || order.user_id === staff_user_id)
    throw refuse(403, 'This order belongs to a workspace of yours. Please ask a colleague.')
  return { ...order, state: order.state as OrderState }
}

/** Locks an invoice that is unpaid and is not being paid. */
const lockOwedOrder = async (trx: Trx, { order_id, staff_user_id }: StaffOrderInput) => {
  const order = await lockOrderForStaff(trx, order_id, staff_user_id)
  if (!isOwed(order.state))
    throw refuse(
      409,
      `This order is “${stateLabels[order.state]}”: only an invoice that is not paid yet can be cancelled or marked as paid.`,
    )
  if (await findPendingAttemptOfOrder(trx, order_id))
    throw refuse(409, 'A payment of this order is under way. Please wait until it has ended.')
  return order
}

/** Throws 409 while one of these lines has been upgraded: the upgrade was credited with the amount to be refunded. */
export const requireNoUpgrade = async (
  trx: Trx,
  item_ids: readonly number[],
  action: 'Refund' | 'Cancel',
): Promise<void> => {
  const line = await findUpgradedLine(trx, item_ids)
  if (!line) return
  throw refuse(
    409,
    line.order === null
      ? `The license of clip ${line.clip_id} is being upgraded right now. Please wait until that is paid.`
      : `The license of clip ${line.clip_id} was upgraded in order ${line.order}. ${action} the upgrade first.`,
  )
}

/**
 * Cancels an unpaid invoice: nothing is owed, the licenses end, and a credit note is written. Throws 409 unless it is
 * owed.
 */
export const cancelOrder = async (trx: Trx, input: StaffOrderInput): Promise<void> => {
  const order = await lockOwedOrder(trx, input)
  const { order_id, staff_user_id, reason, now } = input
  await cancelOwedOrder(trx, order, { user_id: staff_user_id, reason, now })
  await writeAuditEntry(trx, { staff_user_id, about: 'order', about_key: order_id, action: 'canceled', reason, now })
}

/** Cancels a locked invoice that is unpaid: its licenses end, and a credit note is written. */
export const cancelOwedOrder = async (
  trx: Trx,
  { id: order_id }: { id: number },
  { user_id, reason, now }: { user_id: number; reason: string; now: Date },
): Promise<void> => {
  await requireNoUpgrade(trx, await listLineIds(trx, order_id), 'Cancel')
  await transitionOrder(trx, order_id, 'cancelled', { user_id, reason, now })
  await creditUnpaidOrder(trx, order_id, now)
}

/** Records a payment by bank transfer. Throws 409 unless the order is owed. */
export const markOrderPaid = async (
  trx: Trx,
  { reference, ...input }: StaffOrderInput & { reference: string },
): Promise<void> => {
  await lockOwedOrder(trx, input)
  await transitionOrder(trx, input.order_id, 'paid', {
    user_id: input.staff_user_id,
    reason: `Paid by bank transfer, ${reference}. ${input.reason}`,
    payment_method: `Bank transfer, ${reference}`,
    now: input.now,
  })
  const changes = { reference: [null, reference] } as const
  await writeAuditEntry(trx, { ...input, about: 'order', about_key: input.order_id, action: 'marked_paid', changes })
}
