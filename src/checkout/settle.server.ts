/** How every attempt to pay ends: the buyer's own request, the sweeper and webhooks all come here, any number of times. */
import { markCartOrdered, reopenCart } from '#cart/carts.server.ts'
import { isOwed } from '#orders/due.ts'
import { moveOrder } from '#orders/orders.server.ts'
import type { OrderState } from '#orders/states.ts'
import { endTry } from '#payments/declines.server.ts'
import { rememberMethod } from '#payments/methods.server.ts'
import type { Approved, Declined, Outcome } from '#payments/outcome.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { record } from '#platform/outbox.server.ts'

import { isOpen, type Attempt } from './attempts.server.ts'
import { isToBeKept } from './revoked.server.ts'

/** `missing`: the gateway has no such sale, long after it could have made one. */
export type Verdict = Outcome | { kind: 'missing' }

type State = 'started' | 'unknown' | 'processing' | 'succeeded' | 'declined' | 'abandoned' | 'reversing' | 'reversed'
type Change = Partial<
  Pick<Attempt, 'gateway_transaction_id' | 'message' | 'asked_at' | 'ended_at' | 'came_back_at'>
> & { state: State }

/**
 * Brings an attempt, its order and its cart to what the gateway says, in one transaction. Answers the attempt's state after.
 * Locks in one order: the attempt, its cart, its order, the counter of numbers, declined tries.
 */
export const settle = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  attempt_id: number,
  verdict: Verdict,
): Promise<State> =>
  db.transaction().execute(async trx => {
    const attempt = await trx
      .selectFrom('payment_attempts')
      .selectAll()
      .where('id', '=', attempt_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const change = await ending(trx, attempt, verdict, clock.now())
    await trx.updateTable('payment_attempts').set(change).where('id', '=', attempt_id).execute()
    if (verdict.kind !== 'unknown') await endTry(trx, { attempt_id }, tryEndOf(verdict), clock.now())
    return change.state
  })

/** Faults on our side, which say nothing about what was to be charged. */
const OUR_FAULTS = new Set(['not_checked', 'late'])

const tryEndOf = (verdict: Exclude<Verdict, { kind: 'unknown' }>) =>
  verdict.kind === 'missing' || (verdict.kind === 'declined' && OUR_FAULTS.has(verdict.code)) ? 'void' : verdict.kind

const ending = async (trx: Trx, attempt: Attempt, verdict: Verdict, now: Date): Promise<Change> => {
  const asked = { state: attempt.state as State, asked_at: now }
  // A debit is on its way until the gateway says where it ended: that it has lost sight of it says nothing.
  const is_processing = attempt.state === 'processing'
  if (verdict.kind === 'unknown')
    return isOpen(attempt) ? { ...asked, state: 'unknown', message: verdict.reason } : asked
  if (verdict.kind === 'approved') {
    const doubt = doubtOf(attempt, verdict)
    if (doubt)
      return isOpen(attempt)
        ? { ...asked, state: 'unknown', message: doubt }
        : { ...asked, ...(is_processing && { message: doubt }) }
    if (isOpen(attempt) || is_processing) return take(trx, attempt, verdict, now)
    // The order was given up and its cart may be in other hands: what was charged too late goes back.
    return attempt.state === 'abandoned' || attempt.state === 'declined' ? reversing(verdict, now) : asked
  }
  if (isOpen(attempt)) return fail(trx, attempt, verdict, now)
  return is_processing && verdict.kind === 'declined' ? bounce(trx, attempt, verdict, now) : asked
}

const reversing = ({ transaction_id }: Approved, now: Date): Change => ({
  state: 'reversing',
  gateway_transaction_id: transaction_id,
  asked_at: now,
  ended_at: null,
})

/** Why an authentic transaction is still not the one that we asked for; a person has to look at it. */
const doubtOf = (
  { amount_cents, gateway_order_id }: Attempt,
  { transaction_id, ...charge }: Approved,
): string | undefined => {
  if (charge.order_id !== gateway_order_id) return `Transaction ${transaction_id} belongs to “${charge.order_id}”.`
  if (charge.amount_cents !== amount_cents)
    return `Transaction ${transaction_id} charged ${charge.amount_cents} cents instead of ${amount_cents}.`
  return undefined
}

/** The money is here, or on its way. */
const take = async (trx: Trx, attempt: Attempt, charge: Approved, now: Date): Promise<Change> => {
  if (attempt.cart_id !== null) await markCartOrdered(trx, attempt.cart_id)
  else if (!(await canBePaid(trx, attempt.order_id))) return reversing(charge, now)
  const { transaction_id, payment_method, is_on_its_way } = charge
  const order_state = is_on_its_way ? 'processing' : 'paid'
  // An order on account stays owed until the debit has arrived.
  if (attempt.cart_id !== null || !is_on_its_way)
    await moveOrder(trx, attempt.order_id, order_state, {
      user_id: attempt.user_id,
      reason: `${is_on_its_way ? 'Debit under way' : 'Paid'} by ${payment_method}, transaction ${transaction_id}`,
      payment_method,
      now,
    })
  if (charge.saved_method && (await isToBeKept(trx, attempt, charge.saved_method)))
    await rememberMethod(trx, attempt.workspace_id, charge.saved_method)
  return {
    state: is_on_its_way ? 'processing' : 'succeeded',
    gateway_transaction_id: transaction_id,
    message: '',
    asked_at: now,
    ended_at: is_on_its_way ? null : now,
  }
}

/** Whether an order that stood already is still owed: meanwhile it may have been cancelled, or paid in another way. */
const canBePaid = async (trx: Trx, order_id: number): Promise<boolean> => {
  const { state } = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('state')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return isOwed(state as OrderState)
}

const fail = async (
  trx: Trx,
  attempt: Attempt,
  verdict: Extract<Verdict, { kind: 'declined' | 'missing' }>,
  now: Date,
): Promise<Change> => {
  const declined = verdict.kind === 'declined'
  const message = declined ? `${verdict.code}: ${verdict.reason}` : 'The gateway never got it.'
  // An order that stood already stays as it was.
  if (attempt.cart_id !== null) {
    await reopenCart(trx, attempt.cart_id)
    await moveOrder(trx, attempt.order_id, 'failed', { user_id: null, reason: message, now })
  }
  return {
    state: declined ? 'declined' : 'abandoned',
    ...(declined && verdict.transaction_id && { gateway_transaction_id: verdict.transaction_id }),
    message,
    asked_at: now,
    ended_at: now,
  }
}

/** A debit that was on its way came back: the order ends, with its licenses; its cart is long gone. One on account is owed as before. */
const bounce = async (trx: Trx, attempt: Attempt, { code, reason }: Declined, now: Date): Promise<Change> => {
  const message = `${code}: ${reason}`
  if (attempt.cart_id !== null)
    await moveOrder(trx, attempt.order_id, 'failed', { user_id: null, reason: `The debit came back. ${message}`, now })
  else {
    const { id: attempt_id, order_id, user_id } = attempt
    await record(trx, 'order.debit_returned', { order_id, attempt_id, user_id })
  }
  return { state: 'declined', message, asked_at: now, ended_at: now, came_back_at: now }
}
