/** What our people do about an order beside giving money back: cancel an invoice, and mark one paid past the gateway. */
import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { isOwed } from '#orders/due.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { stateLabels, type OrderState } from '#orders/states.ts'
import { upgradedLine } from '#orders/superseded.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { openAttemptOnOrder } from './attempts.server.ts'

type Deed = { order_id: number; staff_user_id: number; reason: string; now: Date }

/** Throws 404 for no order, 403 for one of a workspace that whoever acts belongs to. */
export const lockForStaff = async (trx: Trx, order_id: number, staff_user_id: number) => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['id', 'state', 'workspace_id', 'user_id', 'processing_fee_cents', 'taken_fee_cents', 'total_cents'])
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  const own = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', order.workspace_id)
    .where('user_id', '=', staff_user_id)
    .select('user_id')
    .executeTakeFirst()
  if (own || order.user_id === staff_user_id)
    throw refuse(403, 'This order is of a workspace of yours. Please ask a colleague.')
  return { ...order, state: order.state as OrderState }
}

/** The same for an invoice that nobody has paid, or is paying. */
const lockOwed = async (trx: Trx, { order_id, staff_user_id }: Deed) => {
  const order = await lockForStaff(trx, order_id, staff_user_id)
  if (!isOwed(order.state))
    throw refuse(
      409,
      `This order is “${stateLabels[order.state]}”: only an invoice that is not paid yet can be cancelled or marked as paid.`,
    )
  if (await openAttemptOnOrder(trx, order_id))
    throw refuse(409, 'A payment of this order is under way. Please wait until it has ended.')
  return order
}

/** Throws 409 while an upgrade stands on one of these lines: it was credited with what would go back. */
export const needNoUpgrade = async (
  trx: Trx,
  item_ids: readonly number[],
  deed: 'Refund' | 'Cancel',
): Promise<void> => {
  const upgraded = await upgradedLine(trx, item_ids)
  if (!upgraded) return
  throw refuse(
    409,
    upgraded.order === null
      ? `The license of clip ${upgraded.clip_id} is being upgraded right now. Please wait until that is paid.`
      : `The license of clip ${upgraded.clip_id} was upgraded in order ${upgraded.order}. ${deed} the upgrade first.`,
  )
}

/** Nothing is owed any more, the licenses end, and a credit note takes the invoice back. Throws 409 unless it is owed. */
export const cancelOrder = async (trx: Trx, deed: Deed): Promise<void> => {
  const { processing_fee_cents, total_cents } = await lockOwed(trx, deed)
  const { order_id, staff_user_id, reason, now } = deed
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .orderBy('id')
    .select('id')
    .execute()
  await needNoUpgrade(
    trx,
    lines.map(({ id }) => id),
    'Cancel',
  )
  await moveOrder(trx, order_id, 'cancelled', { user_id: staff_user_id, reason, now })
  await logStaff(trx, { staff_user_id, about: 'order', about_key: order_id, action: 'Cancelled', reason, now })
  await writeCreditNote(trx, {
    order_id,
    refund_id: null,
    order_item_ids: lines.map(({ id }) => id),
    fee_cents: processing_fee_cents,
    total_cents,
    given_back_to: '',
    now,
  })
}

/** The money came by bank transfer. Throws 409 unless it is owed. */
export const markPaid = async (trx: Trx, { reference, ...deed }: Deed & { reference: string }): Promise<void> => {
  await lockOwed(trx, deed)
  await moveOrder(trx, deed.order_id, 'paid', {
    user_id: deed.staff_user_id,
    reason: `Paid by bank transfer, ${reference}. ${deed.reason}`,
    payment_method: `Bank transfer, ${reference}`,
    now: deed.now,
  })
  const changes = { reference: [null, reference] } as const
  await logStaff(trx, { ...deed, about: 'order', about_key: deed.order_id, action: 'Marked paid', changes })
}
