/** Keeping something to pay with that nothing is bought with yet. */
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { randomKey } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'
import { audit } from '#workspaces/audit.server.ts'
import { lockWorkspace } from '#workspaces/team.server.ts'

import { bankCheckMeta } from './bank-check.ts'
import { tokenFor } from './card-token.ts'
import { beginTry, endTry } from './declines.server.ts'
import { askToForget } from './forget.server.ts'
import type { Gateway } from './gateway.server.ts'
import type { PaymentType, SavedMethod } from './instrument.ts'
import { methodName } from './method-name.ts'
import { rememberMethod, verifyMethod } from './methods.server.ts'
import { canAddMethod, methods_refusal } from './policy.ts'

const declined_texts: Record<PaymentType, string> = {
  card: 'Your bank did not accept this card, so it was not saved. Please check its details or use another.',
  ach: 'Something went wrong. Please review your Bank account information and try again.',
  paypal: 'PayPal did not let us save this account. Please try again.',
}
const unknown_texts: Record<PaymentType, string> = {
  card: 'We could not reach your bank, so the card was not saved. Please try again.',
  ach: 'There was an error saving your payment method',
  paypal: 'We could not reach PayPal, so the account was not saved. Please try again.',
}

type AddDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

/** Throws 403 for a role that may not add this. */
export const needAdding = ({ workspace_role }: Pick<Member, 'workspace_role'>, type: PaymentType): void => {
  if (!canAddMethod(workspace_role, type)) throw refuse(403, methods_refusal)
}

/**
 * Has it checked by its bank, which uses its nonce up, and writes it down when it is good. Throws 422 for a declined one, 429
 * when too many were, and 503 when nobody can say; either way the gateway's vault is left without it. `address` is an IP address.
 */
export const addMethod = async (
  deps: AddDeps,
  gateway: Gateway,
  actor: Member,
  { type, nonce, address }: { type: PaymentType; nonce: string; address: string },
): Promise<{ id: number }> => {
  const { user_id, workspace_id } = actor
  const payer = { user_id, workspace_id, cart_id: null, address }
  const id = await deps.db.transaction().execute(trx => beginTry(trx, deps, payer))
  const token = tokenFor(randomKey(), { is_kept: true })
  await askToForget(deps, token)
  const said = await verifyMethod(deps.db, gateway, workspace_id, { nonce, token })
  // A good one costs nothing, so it makes up for no declined one.
  const end = said.kind === 'declined' ? 'declined' : 'void'
  await deps.db.transaction().execute(trx => endTry(trx, { id }, end, deps.clock.now()))
  if (said.kind === 'unknown') throw refuse(503, unknown_texts[type])
  if (said.kind === 'declined') throw refuse(422, declined_texts[type], bankCheckMeta(said.reason))
  // Something else than it was said to be is not kept: who may add what depends on it.
  if (said.method.type !== type) throw refuse(422, declined_texts[type])
  return keep(deps, actor, said.method)
}

const keep = ({ db, clock }: AddDeps, actor: Member, method: SavedMethod) =>
  db.transaction().execute(async trx => {
    const { workspace_id } = actor
    // The bank took its time: the role may have changed.
    needAdding({ workspace_role: await lockWorkspace(trx, actor) }, method.type)
    await rememberMethod(trx, workspace_id, method)
    const details = { to: methodName(method) }
    await audit(trx, { workspace_id, by: actor, action: 'payment-method.added', details, at: clock.now() })
    return trx
      .selectFrom('payment_methods')
      .where('gateway_token', '=', method.token)
      .select('id')
      .executeTakeFirstOrThrow()
  })
