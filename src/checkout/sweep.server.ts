/** Asks the gateway after every attempt whose end nobody saw: a time-out, a broken connection, a crash in between. */
import type { Gateway, Reversal } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'

import { attemptsToAsk, give_up_after_ms, type Attempt } from './attempts.server.ts'
import { settle } from './settle.server.ts'

type SweepDeps = Pick<Deps, 'db' | 'clock'>

/** Settles what can be settled now; may run any number of times at once. Answers how many attempts it asked about. */
export const sweepAttempts = async (deps: SweepDeps, gateway: Gateway): Promise<number> => {
  const attempts = await attemptsToAsk(deps.db, deps.clock.now())
  // One that cannot be settled must not keep the others waiting.
  for (const attempt of attempts)
    await askAfter(deps, gateway, attempt).catch((error: unknown) =>
      console.error(`checkout: attempt ${attempt.id} is still open: ${messageOf(error)}`),
    )
  return attempts.length
}

/** The same for one attempt, by its id; one that has ended is left alone. */
export const askAfterOne = async (deps: SweepDeps, gateway: Gateway, attempt_id: number): Promise<void> => {
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', attempt_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (attempt) await askAfter(deps, gateway, attempt)
}

/** Asks how one attempt stands, and settles it by that. Answers what the gateway said. */
export const askAfter = async (deps: SweepDeps, gateway: Gateway, attempt: Attempt): Promise<string> => {
  if (attempt.state === 'reversing') {
    await reverse(deps, gateway, attempt)
    return 'reversing'
  }
  const asked_at = deps.clock.now()
  const found = await gateway.findByOrderId(attempt.gateway_order_id)
  if (found.kind !== 'none') {
    const state = await settle(deps, attempt.id, found)
    if (found.kind === 'approved' && state === 'unknown')
      console.error(`checkout: the charge for attempt ${attempt.id} does not fit it; see its message`)
    return found.kind
  }
  const waited_ms = asked_at.getTime() - attempt.started_at.getTime()
  await settle(
    deps,
    attempt.id,
    waited_ms > give_up_after_ms
      ? { kind: 'missing' }
      : { kind: 'unknown', reason: 'The gateway has not heard of it yet.' },
  )
  return found.kind
}

/** A charge can be voided until it settles, and refunded after. What was voided or refunded by a call whose answer was lost is found so. */
const reverse = async ({ db, clock }: SweepDeps, gateway: Gateway, { id, gateway_transaction_id }: Attempt) => {
  if (!gateway_transaction_id) return
  const voided = await gateway.void(gateway_transaction_id)
  const answer = voided.kind === 'refused' ? await giveBack(gateway, gateway_transaction_id) : voided
  const now = clock.now()
  await db
    .updateTable('payment_attempts')
    .set(
      answer.kind === 'done'
        ? {
            state: 'reversed',
            gateway_refund_id: answer.transaction_id === gateway_transaction_id ? null : answer.transaction_id,
            message: `Given back: ${answer.transaction_id}`,
            asked_at: now,
            ended_at: now,
          }
        : { message: answer.reason, asked_at: now },
    )
    .where('id', '=', id)
    .where('state', '=', 'reversing')
    .execute()
}

/** Money of a reversed attempt did not arrive: it is given back once more. Answers whether it was one of ours. */
export const refundCameBack = async ({ db, clock }: SweepDeps, refund_id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({
      state: 'reversing',
      gateway_refund_id: null,
      message: `Refund ${refund_id} failed.`,
      asked_at: clock.now(),
      ended_at: null,
    })
    .where('gateway_refund_id', '=', refund_id)
    .where('state', '=', 'reversed')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const giveBack = async (gateway: Gateway, transaction_id: string): Promise<Reversal> => {
  const found = await gateway.find(transaction_id)
  if (found.kind === 'declined') return { kind: 'done', transaction_id }
  if (found.kind === 'unknown') return found
  // The answer to an earlier refund may have been lost.
  const standing = await gateway.refundOf(transaction_id)
  if (standing.kind === 'unknown') return standing
  const { cents, transaction_id: refund_id } = standing
  if (refund_id === null) return gateway.refund(transaction_id)
  // Somebody may have given back a part by hand.
  const left_cents = found.amount_cents - cents
  return left_cents > 0 ? gateway.refund(transaction_id, left_cents) : { kind: 'done', transaction_id: refund_id }
}
