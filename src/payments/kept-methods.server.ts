/** What a workspace keeps to pay with: shown, one of it made the default, deleted. */
import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import type { AuditAction } from '#workspaces/audit-actions.ts'
import { audit } from '#workspaces/audit.server.ts'
import { purchasing_refusal } from '#workspaces/policy.ts'
import { lockWorkspace } from '#workspaces/team.server.ts'

import { isExpired } from './expiry.ts'
import { askToForget } from './forget.server.ts'
import type { Gateway } from './gateway.server.ts'
import { methodName } from './method-name.ts'
import type { PaymentMethod } from './methods-contract.ts'
import { lockMethods, makeNewestDefault, setDefault } from './methods.server.ts'
import { canChangeMethods, canSeeMethods, methods_refusal } from './policy.ts'

type MethodDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

const needed_text =
  'A payment with this payment method is still being confirmed. Please delete it once that is settled.'

/** The default first, then the newest. Throws 403 for those who do not buy. */
export const methodsOf = async (
  db: Db,
  { workspace_id, workspace_role }: Member,
  now: Date,
): Promise<PaymentMethod[]> => {
  if (!canSeeMethods(workspace_role)) throw refuse(403, purchasing_refusal)
  const rows = await db
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute()
  return rows.map(({ id, type, card_brand, last_4, paypal_email, expiration_month, expiration_year, is_default }) => ({
    id,
    type: type as PaymentMethod['type'],
    card_brand,
    card_last_4: type === 'card' ? last_4 : null,
    last_4,
    paypal_email,
    expiration_month,
    expiration_year,
    is_expired: isExpired({ expiration_month, expiration_year }, now),
    default: is_default,
  }))
}

/** Throws 403 unless one changes billing, 404 for what the workspace does not keep. */
export const makeDefault = ({ db, clock }: MethodDeps, actor: Member, id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    const method = await lockOne(trx, actor, id)
    if (method.is_default) return
    await setDefault(trx, actor.workspace_id, id)
    await tell(trx, actor, 'payment-method.made-default', { to: methodName(method) }, clock.now())
  })

/**
 * Here it is gone at once, the gateway's vault is asked right after and, if it cannot be reached, again later. Throws as
 * `makeDefault`, and 409 while a payment with it is open.
 */
export const forgetMethod = async (deps: MethodDeps, gateway: Gateway, actor: Member, id: number): Promise<void> => {
  const token = await tokenOf(deps.db, actor.workspace_id, id)
  if (token) await askToForget(deps, token)
  const { gateway_token } = await deps.db.transaction().execute(trx => deleteOne(trx, actor, id, deps.clock.now()))
  await gateway
    .forget(gateway_token)
    .catch((error: unknown) => console.error(`payments: method ${id} leaves the vault later: ${String(error)}`))
}

const deleteOne = async (trx: Trx, actor: Member, id: number, now: Date) => {
  const { workspace_id } = actor
  const method = await lockOne(trx, actor, id)
  if (await hasOpenPayment(trx, id)) throw refuse(409, needed_text)
  await trx.deleteFrom('payment_methods').where('id', '=', id).execute()
  if (method.is_default) await makeNewestDefault(trx, workspace_id)
  await tell(trx, actor, 'payment-method.deleted', { from: methodName(method) }, now)
  return method
}

const lockOne = async (trx: Trx, actor: Member, id: number) => {
  if (!canChangeMethods(await lockWorkspace(trx, actor))) throw refuse(403, methods_refusal)
  await lockMethods(trx, actor.workspace_id)
  const found = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', actor.workspace_id)
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ type: PaymentMethod['type'] }>()
    // A payment that begins with it waits until this is over.
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse.missing('payment method')
  return found
}

/** What an open payment charges stays until the gateway has said what it did. */
const hasOpenPayment = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx
    .selectFrom('payment_attempts')
    .where('payment_method_id', '=', id)
    .where('state', 'in', ['started', 'unknown', 'processing', 'reversing'])
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

const tokenOf = async (db: Db, workspace_id: number, id: number) =>
  (
    await db
      .selectFrom('payment_methods')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .select('gateway_token')
      .executeTakeFirst()
  )?.gateway_token

const tell = (
  trx: Trx,
  actor: Member,
  action: AuditAction,
  details: { from?: string; to?: string },
  at: Date,
): Promise<void> => audit(trx, { workspace_id: actor.workspace_id, by: actor, action, details, at })
