/**
 * Disputes: a buyer’s bank takes money back, temporarily or for good. The order follows, and a credit note records the
 * loss.
 */
import { isDeepStrictEqual } from 'node:util'

import type { PaymentAttempt } from '#checkout/attempts.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { loadDisputeLoss } from '#orders/dispute-losses.server.ts'
import { listRefundLines } from '#orders/refund-lines.server.ts'
import type { OrderState } from '#orders/states.ts'
import type { DisputeState, Disputes } from '#payments/disputes.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { formatCents } from '#platform/money.ts'

import { computeDisputeCredit } from './dispute-credit.ts'
import { saveDisputeRecords, loadDisputeRecords } from './dispute-records.server.ts'
import { findRefundWithoutCreditNote } from './refunds.server.ts'

/**
 * Updates an order to the current state of its disputes, and returns that state. Throws when the gateway cannot tell,
 * and 409 when a staff member ends the dispute at the same time.
 */
export const syncDispute = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway,
  {
    state,
    order_id,
    gateway_transaction_id: id,
  }: Pick<PaymentAttempt, 'state' | 'order_id' | 'gateway_transaction_id'>,
): Promise<Pick<Disputes, 'cases'> & { state: DisputeState | 'not paid' }> => {
  if (state !== 'succeeded' || id === null) return { state: 'not paid', cases: [] }
  const { closed_disputes } = await loadDisputeRecords(db, order_id)
  const disputes = await gateway.disputes(id, closed_disputes)
  const now = clock.now()
  return db.transaction().execute(async trx => {
    const order = await trx
      .selectFrom('orders')
      .where('id', '=', order_id)
      .select(['id', 'state', 'payment_method', 'processing_fee_cents', 'withdrawn_fee_cents', 'total_cents'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    // The gateway’s answer refers to a dispute that had not ended, so it has to be queried again.
    if (!isDeepStrictEqual((await loadDisputeRecords(trx, order_id)).closed_disputes, closed_disputes))
      throw refuse(409, 'The dispute of this order has just been ended. Nothing else has changed; please check again.')
    await saveDisputeRecords(trx, order_id, disputes)
    const loss = await loadDisputeLoss(trx, order_id)
    // What a credit note recorded stays recorded: the books are closed with it, and the buyer has it.
    if (loss.credited_cents > disputes.withdrawn_cents && disputes.state !== 'open')
      console.error(`checkout: money of order ${order_id} came back after a lost dispute: manual review needed`)
    // Before the order’s state changes, because after that its lines count as refunded.
    const credit = await computeCredit(trx, order, disputes, { ...loss, pending_cents: loss.pending.cents })
    const isPending = loss.pending.cents > 0 || credit?.order_item_ids.length === 0
    const nextState = await resolveNextState(trx, order_id, {
      from: order.state as OrderState,
      disputes: disputes.state,
      isPending,
    })
    if (nextState)
      await transitionOrder(trx, order_id, nextState, {
        user_id: null,
        reason: transitionReason(disputes, nextState),
        now,
      })
    const noteDetails = { order_id, refund_id: null, by_dispute: true, refunded_to: order.payment_method, now }
    if (credit) await writeCreditNote(trx, { ...credit, ...noteDetails })
    // Part of the money is gone, and a staff member has to decide about the order.
    if (disputes.state === 'partly' && isPending)
      console.error(`checkout: a dispute took a part of order ${order_id}: manual review needed`)
    return disputes
  })
}

type DisputedOrder = { id: number; processing_fee_cents: number; withdrawn_fee_cents: number; total_cents: number }
type RecordedLoss = { credited_cents: number; pending_cents: number }

const computeCredit = async (
  trx: Trx,
  order: DisputedOrder,
  { state, withdrawn_cents, refunded_cents }: Disputes,
  { credited_cents, pending_cents }: RecordedLoss,
) => {
  if (state !== 'lost' && state !== 'partly') return undefined
  const lines = await listRefundLines(trx, order.id)
  const refund = await findRefundWithoutCreditNote(trx, order.id)
  return computeDisputeCredit({
    state,
    withdrawn_cents,
    refunded_cents,
    order,
    lines,
    refund,
    credited_cents,
    pending_cents,
  })
}

const transitionReason = ({ state, withdrawn_cents }: Disputes, to: OrderState): string =>
  ({
    none: 'The buyer’s bank no longer claims the money',
    open: 'The buyer’s bank claims the money back',
    won: 'The dispute was won',
    lost: 'The dispute was lost',
    // One of several disputes, where the earlier loss has already been decided.
    partly:
      to === 'disputed'
        ? `${formatCents(withdrawn_cents)} of the payment was lost in a dispute`
        : 'The dispute was won',
  })[state]

const EARNED_STATES: ReadonlySet<OrderState> = new Set<OrderState>(['paid', 'partially_refunded'])

/**
 * Returns undefined when the order is already in that state, or no longer depends on the dispute. `isPending`: part of
 * the money is gone, and no one has ended the dispute.
 */
const resolveNextState = async (
  trx: Trx,
  order_id: number,
  { from, disputes, isPending }: { from: OrderState; disputes: DisputeState; isPending: boolean },
): Promise<OrderState | undefined> => {
  if (disputes === 'lost') return EARNED_STATES.has(from) || from === 'disputed' ? 'refunded' : undefined
  if (disputes === 'open' || (disputes === 'partly' && isPending))
    return EARNED_STATES.has(from) ? 'disputed' : undefined
  return from === 'disputed' && !isPending ? loadStateBeforeDispute(trx, order_id) : undefined
}

/** Returns the order’s state before its dispute. */
export const loadStateBeforeDispute = async (trx: Trx, order_id: number): Promise<OrderState> => {
  const { from_state } = await trx
    .selectFrom('order_transitions')
    .where('order_id', '=', order_id)
    .where('to_state', '=', 'disputed')
    .orderBy('id', 'desc')
    .limit(1)
    .select('from_state')
    .executeTakeFirstOrThrow()
  return from_state as OrderState
}
