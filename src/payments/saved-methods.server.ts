/** A workspace’s saved payment methods: list, set the default, delete. */
import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import type { AuditAction } from '#workspaces/audit-actions.ts'
import { writeWorkspaceAudit } from '#workspaces/audit.server.ts'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'
import { lockWorkspace } from '#workspaces/team.server.ts'

import { isExpired } from './expiry.ts'
import { scheduleForget } from './forget-methods.server.ts'
import type { PaymentGateway } from './gateway.server.ts'
import { methodName } from './method-name.ts'
import type { PaymentMethod } from './methods-contract.ts'
import { lockMethods, markNewestDefault, markDefault } from './methods.server.ts'
import { canChangeMethods, canSeeMethods, METHODS_REFUSAL } from './policy.ts'

type MethodDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

const OPEN_PAYMENT_TEXT =
  'A payment with this payment method is still being confirmed. Please delete it once that is settled.'

/** Returns the methods, the default first, then newest first. Throws 403 for users who cannot buy. */
export const listPaymentMethods = async (
  db: Db,
  { workspace_id, workspace_role }: Member,
  now: Date,
): Promise<PaymentMethod[]> => {
  if (!canSeeMethods(workspace_role)) throw refuse(403, PURCHASING_REFUSAL)
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

/** Throws 403 without billing permission, 404 for a method that the workspace does not have. */
export const makeDefaultMethod = ({ db, clock }: MethodDeps, actor: Member, id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    const method = await lockForChange(trx, actor, id)
    if (method.is_default) return
    await markDefault(trx, actor.workspace_id, id)
    await auditChange(trx, actor, 'payment-method.default-changed', { to: methodName(method) }, clock.now())
  })

/**
 * Deletes a method here at once, then from the gateway’s vault, with a later retry when that is unreachable. Throws
 * like `makeDefaultMethod`, and 409 while a payment with it is open.
 */
export const deletePaymentMethod = async (
  deps: MethodDeps,
  gateway: PaymentGateway,
  actor: Member,
  id: number,
): Promise<void> => {
  const token = await findGatewayToken(deps.db, actor.workspace_id, id)
  if (token) await scheduleForget(deps, token)
  const { gateway_token } = await deps.db.transaction().execute(trx => deleteRow(trx, actor, id, deps.clock.now()))
  await gateway
    .forget(gateway_token)
    .catch((error: unknown) =>
      console.error(`payments: method ${id} will be removed from the vault later: ${String(error)}`),
    )
}

const deleteRow = async (trx: Trx, actor: Member, id: number, now: Date) => {
  const { workspace_id } = actor
  const method = await lockForChange(trx, actor, id)
  if (await hasOpenPayment(trx, id)) throw refuse(409, OPEN_PAYMENT_TEXT)
  await trx.deleteFrom('payment_methods').where('id', '=', id).execute()
  if (method.is_default) await markNewestDefault(trx, workspace_id)
  await auditChange(trx, actor, 'payment-method.deleted', { from: methodName(method) }, now)
  return method
}

const lockForChange = async (trx: Trx, actor: Member, id: number) => {
  if (!canChangeMethods(await lockWorkspace(trx, actor))) throw refuse(403, METHODS_REFUSAL)
  await lockMethods(trx, actor.workspace_id)
  const method = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', actor.workspace_id)
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ type: PaymentMethod['type'] }>()
    // A new payment with it waits until this transaction ends.
    .forUpdate()
    .executeTakeFirst()
  if (!method) throw refuse.missing('payment method')
  return method
}

/** A method of an open payment stays until the gateway’s outcome is known. */
const hasOpenPayment = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx
    .selectFrom('payment_attempts')
    .where('payment_method_id', '=', id)
    .where('state', 'in', ['started', 'unknown', 'processing', 'reversing'])
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

const findGatewayToken = async (db: Db, workspace_id: number, id: number) =>
  (
    await db
      .selectFrom('payment_methods')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .select('gateway_token')
      .executeTakeFirst()
  )?.gateway_token

const auditChange = (
  trx: Trx,
  actor: Member,
  action: AuditAction,
  details: { from?: string; to?: string },
  at: Date,
): Promise<void> => writeWorkspaceAudit(trx, { workspace_id: actor.workspace_id, actor: actor, action, details, at })
