/** Saving a payment method without a purchase. */
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomKey } from '#platform/ids.server.ts'
import { writeWorkspaceAudit } from '#workspaces/audit.server.ts'
import { lockWorkspace } from '#workspaces/team.server.ts'

import { bankCheckMeta } from './bank-check.ts'
import { startCountedAttempt, endCountedAttempt } from './declines.server.ts'
import { scheduleForget } from './forget-methods.server.ts'
import type { PaymentGateway } from './gateway.server.ts'
import type { PaymentType, SavedMethod } from './instrument.ts'
import { methodName } from './method-name.ts'
import { savePaymentMethod, verifyMethod } from './methods.server.ts'
import { canAddMethod, METHODS_REFUSAL } from './policy.ts'
import { vaultTokenFor } from './vault-token.ts'

const DECLINED_TEXTS: Record<PaymentType, string> = {
  card: 'Your bank did not accept this card, so it was not saved. Please check its details or use another.',
  ach: 'Something went wrong. Please review your Bank account information and try again.',
  paypal: 'PayPal did not let us save this account. Please try again.',
}
const UNKNOWN_TEXTS: Record<PaymentType, string> = {
  card: 'We could not reach your bank, so the card was not saved. Please try again.',
  ach: 'There was an error saving your payment method',
  paypal: 'We could not reach PayPal, so the account was not saved. Please try again.',
}

type AddDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

/** Throws 403 for a role that may not add this type. */
export const requireAddMethod = ({ workspace_role }: Pick<Member, 'workspace_role'>, type: PaymentType): void => {
  if (!canAddMethod(workspace_role, type)) throw refuse(403, METHODS_REFUSAL)
}

/**
 * Verifies the method with its bank, which consumes its nonce, and saves it when it is valid. Throws 422 when
 * declined, 429 after too many declines, and 503 when the outcome is unknown; in each case it does not stay in the
 * gateway’s vault. `address` is an IP address.
 */
export const addMethod = async (
  deps: AddDeps,
  gateway: PaymentGateway,
  actor: Member,
  { type, nonce, address }: { type: PaymentType; nonce: string; address: string },
): Promise<{ id: number }> => {
  const { user_id, workspace_id } = actor
  const payer = { user_id, workspace_id, cart_id: null, address }
  const id = await deps.db.transaction().execute(trx => startCountedAttempt(trx, deps, payer))
  const token = vaultTokenFor(randomKey(), { is_saved: true })
  await scheduleForget(deps, token)
  const result = await verifyMethod(deps.db, gateway, workspace_id, { nonce, token })
  // A successful verification does not offset earlier declines.
  const countedResult = result.kind === 'declined' ? 'declined' : 'void'
  await deps.db.transaction().execute(trx => endCountedAttempt(trx, { id }, countedResult, deps.clock.now()))
  if (result.kind === 'unknown') throw refuse(503, UNKNOWN_TEXTS[type])
  if (result.kind === 'declined') throw refuse(422, DECLINED_TEXTS[type], bankCheckMeta(result.reason))
  // A method of another type than claimed is not saved, because permissions depend on the type.
  if (result.method.type !== type) throw refuse(422, DECLINED_TEXTS[type])
  return saveMethod(deps, actor, result.method)
}

const saveMethod = ({ db, clock }: AddDeps, actor: Member, method: SavedMethod) =>
  db.transaction().execute(async trx => {
    const { workspace_id } = actor
    // The role may have changed during the bank’s check.
    requireAddMethod({ workspace_role: await lockWorkspace(trx, actor) }, method.type)
    await savePaymentMethod(trx, workspace_id, method)
    const details = { to: methodName(method) }
    await writeWorkspaceAudit(trx, {
      workspace_id,
      actor: actor,
      action: 'payment-method.added',
      details,
      at: clock.now(),
    })
    return trx
      .selectFrom('payment_methods')
      .where('gateway_token', '=', method.token)
      .select('id')
      .executeTakeFirstOrThrow()
  })
