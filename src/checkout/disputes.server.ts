/** A buyer's bank takes the money back, for a while or for good: the order follows, and a credit note says what is gone. */
import { creditNotesOf, writeCreditNote } from '#orders/credit-notes.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import type { OrderState } from '#orders/states.ts'
import type { DisputeState, Disputes } from '#payments/disputes.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'

import type { Attempt } from './attempts.server.ts'
import { disputeCredit } from './dispute-credit.ts'
import { openRefundOf } from './refunds.server.ts'

/** Brings an order to what its disputes have come to by now. Answers what that is. Throws when the gateway cannot say. */
export const followDispute = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway,
  { state, order_id, gateway_transaction_id: id }: Pick<Attempt, 'state' | 'order_id' | 'gateway_transaction_id'>,
): Promise<string> => {
  if (state !== 'succeeded' || id === null) return 'not paid'
  const disputes = await gateway.disputes(id)
  const now = clock.now()
  return db.transaction().execute(async trx => {
    const order = await trx
      .selectFrom('orders')
      .where('id', '=', order_id)
      .select(['id', 'state', 'payment_method', 'processing_fee_cents', 'tax_cents', 'total_cents'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const credited = (await creditNotesOf(trx, order_id)).filter(note => note.by_dispute)
    // What a credit note took back stays taken back: the books were closed with it, and the buyer has it.
    if (credited.length > 0 && !isTaken(disputes.state)) {
      if (disputes.state !== 'open')
        console.error(`checkout: money of order ${order_id} came back after a lost dispute; please look at it`)
      return disputes.state
    }
    const before_cents = credited.reduce((sum, note) => sum + note.total_cents, 0)
    // Before the order moves: then its lines count as given back.
    const note = await creditFor(trx, order, disputes, before_cents)
    const to = await stateFor(trx, order_id, order.state as OrderState, disputes.state)
    if (to) await moveOrder(trx, order_id, to, { user_id: null, reason: reasonOf(disputes), now })
    const why = { order_id, refund_id: null, by_dispute: true, given_back_to: order.payment_method, now }
    if (note) await writeCreditNote(trx, { ...note, ...why })
    // Part of the money is gone, and only a person can say which clips it was for.
    if (disputes.state === 'partly')
      console.error(`checkout: a dispute took a part of order ${order_id}; please look at it`)
    return disputes.state
  })
}

type Order = { id: number; processing_fee_cents: number; tax_cents: number; total_cents: number }

const creditFor = async (trx: Trx, order: Order, { state, ...cents }: Disputes, before_cents: number) => {
  if (!isTaken(state)) return undefined
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order.id)
    .select(['id', 'price_cents', 'discount_cents', 'tax_cents', 'refunded'])
    .orderBy('id')
    .execute()
  const refund = await openRefundOf(trx, order.id)
  return disputeCredit({ state, ...cents, order, lines, refund, before_cents })
}

const isTaken = (state: DisputeState) => state === 'lost' || state === 'partly'

const reasonOf = ({ state, taken_cents }: Disputes): string =>
  ({
    none: '',
    open: 'The buyer’s bank asks for the money back',
    won: 'The dispute was won',
    lost: 'The dispute was lost',
    partly: `${formatCents(taken_cents)} of the payment were lost in a dispute`,
  })[state]

const earned: ReadonlySet<OrderState> = new Set<OrderState>(['paid', 'partially_refunded'])

/** undefined: it is there already, or it is no longer a matter of the dispute. */
const stateFor = async (
  trx: Trx,
  order_id: number,
  from: OrderState,
  disputes: DisputeState,
): Promise<OrderState | undefined> => {
  if (disputes === 'open' || disputes === 'partly') return earned.has(from) ? 'disputed' : undefined
  if (disputes === 'lost') return earned.has(from) || from === 'disputed' ? 'refunded' : undefined
  return from === 'disputed' ? before(trx, order_id) : undefined
}

/** What it was before the dispute. */
const before = async (trx: Trx, order_id: number): Promise<OrderState> => {
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
