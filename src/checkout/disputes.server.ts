/** A buyer's bank takes the money back, for a while or for good: the order follows. */
import { moveOrder } from '#orders/orders.server.ts'
import type { OrderState } from '#orders/states.ts'
import type { Disputes } from '#payments/disputes.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { Attempt } from './attempts.server.ts'

/** Brings an order to what its disputes have come to by now. Answers what that is. Throws when the gateway cannot say. */
export const followDispute = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway,
  { state, order_id, gateway_transaction_id: id }: Pick<Attempt, 'state' | 'order_id' | 'gateway_transaction_id'>,
): Promise<string> => {
  if (state !== 'succeeded' || id === null) return 'not paid'
  const disputes = await gateway.disputes(id)
  return db.transaction().execute(async trx => {
    const order = await trx
      .selectFrom('orders')
      .where('id', '=', order_id)
      .select('state')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const to = await stateFor(trx, order_id, order.state as OrderState, disputes)
    if (to) await moveOrder(trx, order_id, to, { user_id: null, reason: reasons[disputes], now: clock.now() })
    // Part of the money is gone, and only a person can say which clips it was for.
    if (disputes === 'partly') console.error(`checkout: a dispute took a part of order ${order_id}; please look at it`)
    return disputes
  })
}

const reasons: Record<Disputes, string> = {
  none: '',
  open: 'The buyer’s bank asks for the money back',
  won: 'The dispute was won',
  lost: 'The dispute was lost',
  partly: 'A part of the payment was lost in a dispute',
}

const earned: ReadonlySet<OrderState> = new Set<OrderState>(['paid', 'partially_refunded'])

/** undefined: it is there already, or it is no longer a matter of the dispute. */
const stateFor = async (
  trx: Trx,
  order_id: number,
  from: OrderState,
  disputes: Disputes,
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
