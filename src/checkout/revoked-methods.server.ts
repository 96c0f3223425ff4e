/**
 * Payment methods that their owner revoked at the provider: they are deleted, and a later payment does not save them
 * again.
 */

import type { SavedMethod } from '#payments/instrument.ts'
import { deleteMethodByToken } from '#payments/methods.server.ts'
import { attemptNameOf } from '#payments/vault-token.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { PaymentAttempt } from './attempts.server.ts'

export const REVOKED_KIND = 'payment_method_revoked_by_customer'

/**
 * Returns whether an attempt’s new method is to be saved. One that was saved before is still saved or was deleted
 * since. Runs under the attempt’s lock.
 */
export const shouldSaveMethod = async (
  trx: Trx,
  { gateway_order_id }: Pick<PaymentAttempt, 'gateway_order_id'>,
  { token }: Pick<SavedMethod, 'token'>,
): Promise<boolean> => {
  if (attemptNameOf(token) !== gateway_order_id) return false
  const revocations = trx
    .selectFrom('payment_webhooks')
    .where('kind', '=', REVOKED_KIND)
    .where('gateway_token', '=', token)
  return (await revocations.select('id').limit(1).executeTakeFirst()) === undefined
}

/** Deletes a revoked method and returns whether it was saved. Its event has been stored already. */
export const deleteRevokedMethod = ({ db }: Pick<Deps, 'db'>, token: string): Promise<boolean> =>
  db.transaction().execute(async trx => {
    // An attempt that is about to save it ends first, or sees the event.
    await trx
      .selectFrom('payment_attempts')
      .where('gateway_order_id', '=', attemptNameOf(token))
      .select('id')
      .forUpdate()
      .execute()
    return deleteMethodByToken(trx, token)
  })
