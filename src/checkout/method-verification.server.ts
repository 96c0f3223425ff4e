/** New payment methods: verified with their bank before a charge, and removed from the gateway’s vault afterwards. */

import type { PaymentGateway } from '#payments/gateway.server.ts'
import { isSavedToken, verifyMethod } from '#payments/methods.server.ts'
import type { DeclinedOutcome } from '#payments/outcome.ts'
import { vaultTokenFor } from '#payments/vault-token.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { GIVE_UP_AFTER_MS, isOpenAttempt, type PaymentAttempt } from './attempts.server.ts'

type VerificationDeps = Pick<Deps, 'db' | 'jobs'>

/** A method stored in the vault for one attempt, under a token of ours. */
export type VaultedMethod = { attempt_id: number; token: string }

/** The job that removes it from the vault. */
export const FORGET_METHOD_JOB = 'checkout.delete-card'
/** An attempt has ended by then, unless the gateway is unreachable. */
const FORGET_AFTER_SECONDS = (2 * GIVE_UP_AFTER_MS) / 1_000

/**
 * Verifies a new method, which consumes its nonce and stores it in the vault under a token to charge. A lost response
 * counts as a decline: nothing was charged, and the buyer can retry at once.
 */
export const verifyNewMethod = async (
  deps: VerificationDeps,
  gateway: PaymentGateway,
  { id, gateway_order_id, workspace_id }: PaymentAttempt,
  { nonce, is_saved }: { nonce: string; is_saved: boolean },
): Promise<{ kind: 'good'; token: string } | DeclinedOutcome> => {
  const token = vaultTokenFor(gateway_order_id, { is_saved })
  try {
    // Scheduled before the method is stored, so that a crash in between leaves nothing behind.
    await scheduleForget(deps, { attempt_id: id, token })
    const result = await verifyMethod(deps.db, gateway, workspace_id, { nonce, token })
    if (result.kind === 'good') return { kind: 'good', token }
    return result.kind === 'declined' ? result : toNotChecked(result.reason)
  } catch (error) {
    return toNotChecked(messageOf(error))
  }
}

const toNotChecked = (reason: string): DeclinedOutcome => ({
  kind: 'declined',
  transaction_id: null,
  code: 'not_checked',
  reason,
})

/** Removes the method of an ended attempt from the vault, unless the workspace saved it. Throws to be retried. */
export const forgetVaultedMethod = async (
  deps: VerificationDeps,
  gateway: PaymentGateway,
  method: VaultedMethod,
): Promise<void> => {
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .where('id', '=', method.attempt_id)
    .select('state')
    .executeTakeFirst()
  if (attempt && isOpenAttempt(attempt)) return scheduleForget(deps, method)
  if (!(await isSavedToken(deps.db, method.token))) await gateway.forget(method.token)
}

const scheduleForget = ({ jobs }: VerificationDeps, method: VaultedMethod) =>
  jobs.send(FORGET_METHOD_JOB, method, { startAfter: FORGET_AFTER_SECONDS })
