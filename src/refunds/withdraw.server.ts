/** A consumer's withdrawal from an order: its licenses end, and what was paid for them is refunded. */
import { findPendingAttemptOfOrder } from '#checkout/attempts.server.ts'
import { cancelOwedOrder, requireNoUpgrade } from '#checkout/staff-actions.server.ts'
import { endWithdrawnLicenses } from '#licenses/transition-order.server.ts'
import { isOwed } from '#orders/due.ts'
import { stateLabels } from '#orders/states.ts'
import { lockConsumerOrder, recordWithdrawal } from '#orders/withdrawal.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'

import { beginRefundOfLocked, findChargeAttemptId, finishRefund, type RefundStart } from './refunds.server.ts'

type WithdrawalRequest = { workspace_id: number; user_id: number; number: string }

const REASON = 'The buyer withdrew from the order.'

/**
 * Withdraws from every clip of an order that was not downloaded. Throws 404, 403 unless the actor bought it, 409 with the
 * reason when the right has ended or the order cannot be refunded right now. The sweeper continues a refund without a
 * result; one that the provider refuses is left to staff.
 */
export const withdrawFromOrder = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway | undefined,
  request: WithdrawalRequest,
): Promise<void> => {
  const start = await deps.db.transaction().execute(trx => beginWithdrawal(trx, gateway, request, deps.clock.now()))
  if (start) await finishRefund(deps, gateway, start)
}

/** Returns the refund to carry out; null when nothing was paid through the gateway. */
const beginWithdrawal = async (
  trx: Trx,
  gateway: PaymentGateway | undefined,
  request: WithdrawalRequest,
  now: Date,
): Promise<RefundStart | null> => {
  const { user_id } = request
  const order = await lockConsumerOrder(trx, request, now)
  const { id, order_item_ids } = await recordWithdrawal(trx, { order_id: order.id, user_id, now })
  await requireNoUpgrade(trx, order_item_ids, 'Refund')
  if (isOwed(order.state)) {
    await cancelUnpaid(trx, order, order_item_ids, { user_id, now })
    return null
  }
  if (order.state !== 'paid' && order.state !== 'partially_refunded')
    throw refuse(409, `This order is “${stateLabels[order.state]}”. Please write to us to withdraw from it.`)
  await endWithdrawnLicenses(trx, order_item_ids, now)
  // Staff pay back a bank transfer by hand: the order’s page shows them the withdrawal.
  if (order.total_cents > 0 && (await findChargeAttemptId(trx, order.id)) === null) return null
  const refund = { order_id: order.id, order_item_ids, staff_user_id: null, expected_cents: null, reason: REASON }
  return beginRefundOfLocked(trx, gateway, order, { ...refund, reference: '', operation_key: `withdrawal-${id}` }, now)
}

const cancelUnpaid = async (
  trx: Trx,
  order: Awaited<ReturnType<typeof lockConsumerOrder>>,
  order_item_ids: readonly number[],
  { user_id, now }: { user_id: number; now: Date },
) => {
  const lines = await trx.selectFrom('order_items').where('order_id', '=', order.id).select('id').execute()
  if (lines.length !== order_item_ids.length)
    throw refuse(
      409,
      'A clip of this unpaid invoice was downloaded or upgraded. Please write to us to withdraw from the others.',
    )
  if (await findPendingAttemptOfOrder(trx, order.id))
    throw refuse(409, 'A payment of this order is under way. Please wait until it has ended.')
  await cancelOwedOrder(trx, order, { user_id, reason: REASON, now })
}
