/** Staff action: ends the dispute of an order of which the bank took a part, so that the order continues without it. */

import { lockOrderForStaff } from '#checkout/staff-actions.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { loadDisputeLoss } from '#orders/dispute-losses.server.ts'
import { stateLabels } from '#orders/states.ts'
import { requireGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'
import { formatCents } from '#platform/money.ts'

import { saveClosedDisputes, loadDisputeRecords } from './dispute-records.server.ts'
import { syncDispute, loadStateBeforeDispute } from './disputes.server.ts'
import { findRefundWithoutCreditNote } from './refunds.server.ts'

type EndDisputeInput = {
  order_id: number
  staff_user_id: number
  /** The amount taken, as the staff member saw it. */
  expected_cents: number
  reason: string
}

/**
 * Ends the dispute of an order of which the bank took a part: its licenses are in force again, its lines carry the
 * loss, and later records of the same cases do not reopen the dispute. Throws 404 for an unknown order, 403 for the
 * actor’s own order, 409 with the reason while a case is open or when the amount has changed, 503 when the gateway
 * cannot tell.
 */
export const endDispute = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway | undefined,
  input: EndDisputeInput,
): Promise<void> => {
  const { db, clock } = deps
  const attempt = await db
    .selectFrom('payment_attempts')
    .where('order_id', '=', input.order_id)
    .where('state', '=', 'succeeded')
    .select(['state', 'order_id', 'gateway_transaction_id'])
    .executeTakeFirst()
  if (!attempt) return db.transaction().execute(trx => endUnrecordedDispute(trx, input, clock.now()))
  await db.transaction().execute(trx => lockPendingLoss(trx, input))
  // The event for a further case may not have arrived yet.
  const { cases } = await syncDispute(deps, requireGateway(gateway), attempt).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    console.error(`checkout: the dispute of order ${input.order_id} could not be synced: ${messageOf(error)}`)
    throw refuse(503, 'The payment provider does not respond, so nothing has changed. Please try again.')
  })
  await db.transaction().execute(async trx => {
    const pendingLoss = await lockPendingLoss(trx, input)
    await requireDecided(trx, input.order_id)
    const { order_id, staff_user_id, reason, expected_cents } = input
    if (pendingLoss.cents !== expected_cents)
      throw refuse(
        409,
        `The bank has taken ${formatCents(pendingLoss.cents)}, not ${formatCents(expected_cents)}. Nothing has changed; please check again.`,
      )
    const now = clock.now()
    await saveClosedDisputes(trx, order_id, cases)
    const changes = { withdrawn_cents: [null, pendingLoss.cents] } as const
    const entry = { about: 'order', about_key: order_id, action: 'dispute_ended', changes } as const
    await writeAuditEntry(trx, { ...entry, staff_user_id, reason, now })
    await transitionOrder(trx, order_id, 'partially_refunded', {
      user_id: staff_user_id,
      reason: `The dispute has ended: ${formatCents(pendingLoss.cents)} stays with the buyer. ${reason}`,
      now,
      taken: pendingLoss,
    })
  })
}

/**
 * The payment provider has no case for an order paid outside it, so the staff member’s decision counts and nothing was
 * taken.
 */
const endUnrecordedDispute = async (trx: Trx, { order_id, staff_user_id, reason }: EndDisputeInput, now: Date) => {
  await lockDisputedOrder(trx, { order_id, staff_user_id })
  const entry = { about: 'order', about_key: order_id, action: 'dispute_ended' } as const
  await writeAuditEntry(trx, { ...entry, staff_user_id, reason, now })
  const previousState = await loadStateBeforeDispute(trx, order_id)
  await transitionOrder(trx, order_id, previousState, {
    user_id: staff_user_id,
    reason: `The dispute has ended. ${reason}`,
    now,
  })
}

const lockDisputedOrder = async (
  trx: Trx,
  { order_id, staff_user_id }: Pick<EndDisputeInput, 'order_id' | 'staff_user_id'>,
) => {
  const { state } = await lockOrderForStaff(trx, order_id, staff_user_id)
  if (state !== 'disputed') throw refuse(409, `This order is “${stateLabels[state]}”, so it has no dispute to end.`)
}

/** Returns the loss that no one has decided about yet. */
const lockPendingLoss = async (trx: Trx, { order_id, staff_user_id }: EndDisputeInput) => {
  await lockDisputedOrder(trx, { order_id, staff_user_id })
  const { pending } = await loadDisputeLoss(trx, order_id)
  if (pending.cents === 0)
    throw refuse(
      409,
      'The buyer’s bank has not taken any money of this order so far. The dispute ends when the bank decides.',
    )
  return pending
}

const requireDecided = async (trx: Trx, order_id: number) => {
  if ((await loadDisputeRecords(trx, order_id)).last_state === 'open')
    throw refuse(409, 'A case of this order is still open at the buyer’s bank. You can end the dispute after that.')
  if (await findRefundWithoutCreditNote(trx, order_id))
    throw refuse(409, 'A refund of this order is under way. It finishes within the hour: please try again then.')
}
