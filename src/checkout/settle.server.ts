/** How every payment attempt ends: the buyer’s request, the sweeper and webhooks all call this, any number of times. */
import { markCartOrdered, reopenCart } from '#cart/carts.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { creditUnpaidOrder } from '#orders/credit-notes.server.ts'
import { isOwed } from '#orders/due.ts'
import { recordEvidence } from '#orders/place-evidence.server.ts'
import type { OrderState } from '#orders/states.ts'
import { setDebitReturned } from '#orders/transition.server.ts'
import { endCountedAttempt } from '#payments/declines.server.ts'
import { savePaymentMethod } from '#payments/methods.server.ts'
import type { ApprovedOutcome, DeclinedOutcome, Outcome } from '#payments/outcome.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { isOpenAttempt, type PaymentAttempt } from './attempts.server.ts'
import { shouldSaveMethod } from './revoked-methods.server.ts'

/** `missing`: the gateway has no such sale, long after it would have created one. */
export type PaymentVerdict = Outcome | { kind: 'missing' }

type AttemptState =
  | 'started'
  | 'unknown'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'abandoned'
  | 'reversing'
  | 'reversed'
type AttemptChange = Partial<
  Pick<PaymentAttempt, 'gateway_transaction_id' | 'message' | 'synced_at' | 'ended_at' | 'returned_at'>
> & { state: AttemptState }

/**
 * Updates an attempt, its order and its cart to the gateway’s result, in one transaction. Returns the attempt’s state
 * after. For the lock order see STYLE.md.
 */
export const settle = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  attempt_id: number,
  verdict: PaymentVerdict,
): Promise<AttemptState> =>
  db.transaction().execute(async trx => {
    const attempt = await trx
      .selectFrom('payment_attempts')
      .selectAll()
      .where('id', '=', attempt_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const now = clock.now()
    const change = await resolveChange(trx, attempt, verdict, now)
    await trx.updateTable('payment_attempts').set(change).where('id', '=', attempt_id).execute()
    if (verdict.kind !== 'unknown') await endCountedAttempt(trx, { attempt_id }, toCountedResult(verdict), now)
    // Last, because every other credit note waits for its number. An order on account is owed again instead.
    if (change.returned_at && attempt.cart_id !== null) await creditUnpaidOrder(trx, attempt.order_id, now)
    return change.state
  })

/** Failures on our side, which say nothing about the payment method. */
const OUR_FAULTS = new Set(['not_checked', 'late'])

const toCountedResult = (verdict: Exclude<PaymentVerdict, { kind: 'unknown' }>) =>
  verdict.kind === 'missing' || (verdict.kind === 'declined' && OUR_FAULTS.has(verdict.code)) ? 'void' : verdict.kind

const resolveChange = async (
  trx: Trx,
  attempt: PaymentAttempt,
  verdict: PaymentVerdict,
  now: Date,
): Promise<AttemptChange> => {
  const unchanged = { state: attempt.state as AttemptState, synced_at: now }
  // A debit is in transit until the gateway reports its outcome; a missing record does not count as one.
  const is_processing = attempt.state === 'processing'
  if (verdict.kind === 'unknown')
    return isOpenAttempt(attempt) ? { ...unchanged, state: 'unknown', message: verdict.reason } : unchanged
  if (verdict.kind === 'approved') {
    const mismatch = findMismatch(attempt, verdict)
    if (mismatch)
      return isOpenAttempt(attempt)
        ? { ...unchanged, state: 'unknown', message: mismatch }
        : { ...unchanged, ...(is_processing && { message: mismatch }) }
    if (isOpenAttempt(attempt) || is_processing) return acceptCharge(trx, attempt, verdict, now)
    // The order was abandoned and its cart may be in use again, so a late charge is refunded.
    return attempt.state === 'abandoned' || attempt.state === 'declined' ? toReversing(verdict, now) : unchanged
  }
  if (isOpenAttempt(attempt)) return failAttempt(trx, attempt, verdict, now)
  return is_processing && verdict.kind === 'declined' ? returnDebit(trx, attempt, verdict, now) : unchanged
}

const toReversing = ({ transaction_id }: ApprovedOutcome, now: Date): AttemptChange => ({
  state: 'reversing',
  gateway_transaction_id: transaction_id,
  synced_at: now,
  ended_at: null,
})

/** Returns why an authentic transaction does not match the attempt; staff have to look at it. */
const findMismatch = (
  { amount_cents, gateway_order_id }: PaymentAttempt,
  { transaction_id, ...charge }: ApprovedOutcome,
): string | undefined => {
  if (charge.order_id !== gateway_order_id) return `Transaction ${transaction_id} belongs to “${charge.order_id}”.`
  if (charge.amount_cents !== amount_cents)
    return `Transaction ${transaction_id} charged ${charge.amount_cents} cents instead of ${amount_cents}.`
  return undefined
}

/** The money has arrived, or is in transit. */
const acceptCharge = async (
  trx: Trx,
  attempt: PaymentAttempt,
  charge: ApprovedOutcome,
  now: Date,
): Promise<AttemptChange> => {
  if (attempt.cart_id !== null) await markCartOrdered(trx, attempt.cart_id)
  else if (!(await isStillOwed(trx, attempt.order_id))) return toReversing(charge, now)
  const { transaction_id, payment_method, is_in_transit } = charge
  if (attempt.cart_id !== null) await recordEvidence(trx, attempt.order_id, 'card', charge.card_country, now)
  const order_state = is_in_transit ? 'processing' : 'paid'
  if (attempt.cart_id === null) await setDebitReturned(trx, attempt.order_id, null)
  // An invoiced order stays unpaid until the debit has arrived.
  if (attempt.cart_id !== null || !is_in_transit)
    await transitionOrder(trx, attempt.order_id, order_state, {
      user_id: attempt.user_id,
      reason: `${is_in_transit ? 'Debit under way' : 'Paid'} by ${payment_method}, transaction ${transaction_id}`,
      payment_method,
      now,
    })
  if (charge.saved_method && (await shouldSaveMethod(trx, attempt, charge.saved_method)))
    await savePaymentMethod(trx, attempt.workspace_id, charge.saved_method)
  return {
    state: is_in_transit ? 'processing' : 'succeeded',
    gateway_transaction_id: transaction_id,
    message: '',
    synced_at: now,
    ended_at: is_in_transit ? null : now,
  }
}

/** Returns whether an existing order is still owed: it may have been cancelled or paid in another way. */
const isStillOwed = async (trx: Trx, order_id: number): Promise<boolean> => {
  const { state } = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('state')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return isOwed(state as OrderState)
}

const failAttempt = async (
  trx: Trx,
  attempt: PaymentAttempt,
  verdict: Extract<PaymentVerdict, { kind: 'declined' | 'missing' }>,
  now: Date,
): Promise<AttemptChange> => {
  const isDeclined = verdict.kind === 'declined'
  const message = isDeclined ? `${verdict.code}: ${verdict.reason}` : 'The gateway never received it.'
  // An existing order stays as it was.
  if (attempt.cart_id !== null) {
    await reopenCart(trx, attempt.cart_id)
    await transitionOrder(trx, attempt.order_id, 'failed', { user_id: null, reason: message, now })
  }
  return {
    state: isDeclined ? 'declined' : 'abandoned',
    ...(isDeclined && verdict.transaction_id && { gateway_transaction_id: verdict.transaction_id }),
    message,
    synced_at: now,
    ended_at: now,
  }
}

/** A debit was returned: a cart’s order fails, with its licenses, and is credited; an invoiced order is owed again. */
const returnDebit = async (
  trx: Trx,
  attempt: PaymentAttempt,
  { code, reason }: DeclinedOutcome,
  now: Date,
): Promise<AttemptChange> => {
  const message = `${code}: ${reason}`
  await setDebitReturned(trx, attempt.order_id, now)
  if (attempt.cart_id !== null)
    await transitionOrder(trx, attempt.order_id, 'failed', {
      user_id: null,
      reason: `The debit came back. ${message}`,
      now,
    })
  else {
    const { id: attempt_id, order_id, user_id } = attempt
    await recordEvent(trx, 'order.debit_returned', { order_id, attempt_id, user_id })
  }
  return { state: 'declined', message, synced_at: now, ended_at: now, returned_at: now }
}
