/** Looks up attempts with an unknown outcome at the gateway, after a timeout, a broken connection or a crash. */
import type { Reversal } from '#payments/gateway-responses.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { listAttemptsToSync, GIVE_UP_AFTER_MS, type PaymentAttempt } from './attempts.server.ts'
import { settle } from './settle.server.ts'

type SweepDeps = Pick<Deps, 'db' | 'clock'>

/** Settles what can be settled now; can run any number of times at once. Returns how many attempts it looked up. */
export const sweepAttempts = async (deps: SweepDeps, gateway: PaymentGateway): Promise<number> => {
  const attempts = await listAttemptsToSync(deps.db, deps.clock.now())
  // One failure must not hold up the others.
  for (const attempt of attempts)
    await syncAttempt(deps, gateway, attempt).catch((error: unknown) =>
      console.error(`checkout: attempt ${attempt.id} is still open: ${messageOf(error)}`),
    )
  return attempts.length
}

/** Syncs one attempt by its id. Does nothing when it has ended. */
export const syncAttemptById = async (deps: SweepDeps, gateway: PaymentGateway, attempt_id: number): Promise<void> => {
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', attempt_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (attempt) await syncAttempt(deps, gateway, attempt)
}

/** Looks up one attempt at the gateway and settles it. Returns the gateway’s result. */
export const syncAttempt = async (
  deps: SweepDeps,
  gateway: PaymentGateway,
  attempt: PaymentAttempt,
): Promise<string> => {
  if (attempt.state === 'reversing') {
    await reverseCharge(deps, gateway, attempt)
    return 'reversing'
  }
  const synced_at = deps.clock.now()
  const sale = await gateway.findByOrderId(attempt.gateway_order_id)
  if (sale.kind !== 'none') {
    const state = await settle(deps, attempt.id, sale)
    if (sale.kind === 'approved' && state === 'unknown')
      console.error(`checkout: the charge for attempt ${attempt.id} does not match it; see its message`)
    return sale.kind
  }
  const waited_ms = synced_at.getTime() - attempt.started_at.getTime()
  await settle(
    deps,
    attempt.id,
    waited_ms > GIVE_UP_AFTER_MS
      ? { kind: 'missing' }
      : { kind: 'unknown', reason: 'The gateway has no record of it yet.' },
  )
  return sale.kind
}

/**
 * A charge can be voided until it settles, and refunded after that. This also finds a void or refund whose response
 * was lost.
 */
const reverseCharge = async (
  { db, clock }: SweepDeps,
  gateway: PaymentGateway,
  { id, gateway_transaction_id }: PaymentAttempt,
) => {
  if (!gateway_transaction_id) return
  const voided = await gateway.void(gateway_transaction_id)
  const reversal = voided.kind === 'refused' ? await refundReversedCharge(gateway, gateway_transaction_id) : voided
  const now = clock.now()
  await db
    .updateTable('payment_attempts')
    .set(
      reversal.kind === 'done'
        ? {
            state: 'reversed',
            gateway_refund_id: reversal.transaction_id === gateway_transaction_id ? null : reversal.transaction_id,
            message: `Refunded: ${reversal.transaction_id}`,
            synced_at: now,
            ended_at: now,
          }
        : { message: reversal.reason, synced_at: now },
    )
    .where('id', '=', id)
    .where('state', '=', 'reversing')
    .execute()
}

/** The gateway reports that a reversal’s refund failed: it is retried. Returns whether it is one of ours. */
export const reopenReversal = async ({ db, clock }: SweepDeps, refund_id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({
      state: 'reversing',
      gateway_refund_id: null,
      message: `Refund ${refund_id} failed.`,
      synced_at: clock.now(),
      ended_at: null,
    })
    .where('gateway_refund_id', '=', refund_id)
    .where('state', '=', 'reversed')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const refundReversedCharge = async (gateway: PaymentGateway, transaction_id: string): Promise<Reversal> => {
  const sale = await gateway.find(transaction_id)
  if (sale.kind === 'declined') return { kind: 'done', transaction_id }
  if (sale.kind === 'unknown') return sale
  // The response to an earlier refund may have been lost.
  const existing = await gateway.refundOf(transaction_id)
  if (existing.kind === 'unknown') return existing
  const { cents, transaction_id: refund_id } = existing
  if (refund_id === null) return gateway.refund(transaction_id)
  // A part may have been refunded by hand.
  const left_cents = sale.amount_cents - cents
  return left_cents > 0 ? gateway.refund(transaction_id, left_cents) : { kind: 'done', transaction_id: refund_id }
}
