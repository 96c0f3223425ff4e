/** A buyer's bank takes the money back, for a while or for good: the order follows, and a credit note says what is gone. */
import { isDeepStrictEqual } from 'node:util'

import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { linesToRefund } from '#orders/refund-lines.server.ts'
import type { OrderState } from '#orders/states.ts'
import { lossOf } from '#orders/taken.server.ts'
import type { DisputeState, Disputes } from '#payments/disputes.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'

import type { Attempt } from './attempts.server.ts'
import { disputeCredit } from './dispute-credit.ts'
import { keepSaid, knownDisputes } from './known-disputes.server.ts'
import { untoldRefundOf } from './refunds.server.ts'

/** Brings an order to what its disputes have come to by now. Answers what that is. Throws when the gateway cannot say, and 409 when somebody ends the dispute meanwhile. */
export const followDispute = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway,
  { state, order_id, gateway_transaction_id: id }: Pick<Attempt, 'state' | 'order_id' | 'gateway_transaction_id'>,
): Promise<Pick<Disputes, 'cases'> & { state: DisputeState | 'not paid' }> => {
  if (state !== 'succeeded' || id === null) return { state: 'not paid', cases: [] }
  const { ended_cases } = await knownDisputes(db, order_id)
  const disputes = await gateway.disputes(id, ended_cases)
  const now = clock.now()
  return db.transaction().execute(async trx => {
    const order = await trx
      .selectFrom('orders')
      .where('id', '=', order_id)
      .select(['id', 'state', 'payment_method', 'processing_fee_cents', 'taken_fee_cents', 'total_cents'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    // What the gateway said was about a dispute that had not ended: it has to be asked again.
    if (!isDeepStrictEqual((await knownDisputes(trx, order_id)).ended_cases, ended_cases))
      throw refuse(409, 'The dispute of this order has just been ended. Nothing else has changed; please look again.')
    await keepSaid(trx, order_id, disputes)
    const loss = await lossOf(trx, order_id)
    // What a credit note took back stays taken back: the books were closed with it, and the buyer has it.
    if (loss.noted_cents > disputes.taken_cents && disputes.state !== 'open')
      console.error(`checkout: money of order ${order_id} came back after a lost dispute; please look at it`)
    // Before the order moves: then its lines count as given back.
    const note = await creditFor(trx, order, disputes, { ...loss, pending_cents: loss.pending.cents })
    const isPending = loss.pending.cents > 0 || note?.order_item_ids.length === 0
    const to = await stateFor(trx, order_id, { from: order.state as OrderState, disputes: disputes.state, isPending })
    if (to) await moveOrder(trx, order_id, to, { user_id: null, reason: reasonOf(disputes, to), now })
    const why = { order_id, refund_id: null, by_dispute: true, given_back_to: order.payment_method, now }
    if (note) await writeCreditNote(trx, { ...note, ...why })
    // Part of the money is gone, and only a person can say what becomes of the order.
    if (disputes.state === 'partly' && isPending)
      console.error(`checkout: a dispute took a part of order ${order_id}; please look at it`)
    return disputes
  })
}

type Order = { id: number; processing_fee_cents: number; taken_fee_cents: number; total_cents: number }
type Known = { noted_cents: number; pending_cents: number }

const creditFor = async (
  trx: Trx,
  order: Order,
  { state, taken_cents, given_back_cents }: Disputes,
  { noted_cents, pending_cents }: Known,
) => {
  if (state !== 'lost' && state !== 'partly') return undefined
  const lines = await linesToRefund(trx, order.id)
  const refund = await untoldRefundOf(trx, order.id)
  return disputeCredit({ state, taken_cents, given_back_cents, order, lines, refund, noted_cents, pending_cents })
}

const reasonOf = ({ state, taken_cents }: Disputes, to: OrderState): string =>
  ({
    none: 'The buyer’s bank does not ask for the money any more',
    open: 'The buyer’s bank asks for the money back',
    won: 'The dispute was won',
    lost: 'The dispute was lost',
    // Of several, where what was lost before has been decided about.
    partly:
      to === 'disputed' ? `${formatCents(taken_cents)} of the payment were lost in a dispute` : 'The dispute was won',
  })[state]

const earned: ReadonlySet<OrderState> = new Set<OrderState>(['paid', 'partially_refunded'])

/** undefined: it is there already, or it is no longer a matter of the dispute. `isPending`: a part is gone, and nobody has ended the dispute. */
const stateFor = async (
  trx: Trx,
  order_id: number,
  { from, disputes, isPending }: { from: OrderState; disputes: DisputeState; isPending: boolean },
): Promise<OrderState | undefined> => {
  if (disputes === 'lost') return earned.has(from) || from === 'disputed' ? 'refunded' : undefined
  if (disputes === 'open' || (disputes === 'partly' && isPending)) return earned.has(from) ? 'disputed' : undefined
  return from === 'disputed' && !isPending ? stateBeforeDispute(trx, order_id) : undefined
}

/** What an order was before its dispute. */
export const stateBeforeDispute = async (trx: Trx, order_id: number): Promise<OrderState> => {
  const { from_state } = await trx
    .selectFrom('order_moves')
    .where('order_id', '=', order_id)
    .where('to_state', '=', 'disputed')
    .orderBy('id', 'desc')
    .limit(1)
    .select('from_state')
    .executeTakeFirstOrThrow()
  return from_state as OrderState
}
