/** A saved payment method that is about to be charged. */
import type { PaymentType } from '#payments/instrument.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

/**
 * Locks a saved method against deletion until its attempt is written. Throws 404 when the workspace has no such
 * method.
 */
export const lockSavedMethod = async (trx: Trx, workspace_id: number, id: number, type: PaymentType): Promise<void> => {
  const method = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .select('type')
    .forKeyShare()
    .executeTakeFirst()
  if (!method) throw refuse.missing('payment method')
  if (method.type !== type) throw refuse.fields({ payment_method_id: ['Please select a payment method'] })
}

/** Returns the method’s token in the gateway’s vault. An open attempt prevents its deletion. */
export const loadGatewayToken = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('payment_methods').where('id', '=', id).select('gateway_token').executeTakeFirstOrThrow())
    .gateway_token
