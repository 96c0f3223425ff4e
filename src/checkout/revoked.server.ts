/** What its owner took back at the provider: it is no longer kept, and no payment that ends later keeps it again. */
import { attemptNamed } from '#payments/card-token.ts'
import type { SavedMethod } from '#payments/instrument.ts'
import { forgetRevoked } from '#payments/methods.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { Attempt } from './attempts.server.ts'

export const revoked_kind = 'payment_method_revoked_by_customer'

/** Whether an attempt brought it to be kept: what was kept before is kept or was deleted since. Under the attempt's lock. */
export const isToBeKept = async (
  trx: Trx,
  { gateway_order_id }: Pick<Attempt, 'gateway_order_id'>,
  { token }: Pick<SavedMethod, 'token'>,
): Promise<boolean> => {
  if (attemptNamed(token) !== gateway_order_id) return false
  const told = trx.selectFrom('payment_webhooks').where('kind', '=', revoked_kind).where('gateway_token', '=', token)
  return (await told.select('id').limit(1).executeTakeFirst()) === undefined
}

/** Answers whether it was kept. Its event is written down by now. */
export const takeBack = ({ db }: Pick<Deps, 'db'>, token: string): Promise<boolean> =>
  db.transaction().execute(async trx => {
    // The attempt that may be about to keep it ends first, or knows of the event.
    await trx
      .selectFrom('payment_attempts')
      .where('gateway_order_id', '=', attemptNamed(token))
      .select('id')
      .forUpdate()
      .execute()
    return forgetRevoked(trx, token)
  })
