/** Nightly job: syncs disputed orders whose webhooks were missed, or that would no longer count as disputed today. */
import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { syncDispute } from './disputes.server.ts'

/** Per night. Above this number the selection is random, so that no order is left out forever. */
const MAX_DISPUTES = 500

/** Syncs each with the gateway. Can run any number of times; throws when some could not be synced. */
export const syncDisputes = async (deps: Pick<Deps, 'db' | 'clock'>, gateway: PaymentGateway): Promise<void> => {
  const attempts = await deps.db
    .selectFrom('orders as o')
    .innerJoin('payment_attempts as a', 'a.order_id', 'o.id')
    .where('o.state', '=', 'disputed')
    .where('a.state', '=', 'succeeded')
    .select(['a.state', 'a.order_id', 'a.gateway_transaction_id'])
    .orderBy(({ fn }) => fn('random'))
    .limit(MAX_DISPUTES)
    .execute()
  let failed = 0
  for (const attempt of attempts) {
    try {
      await syncDispute(deps, gateway, attempt)
    } catch (error) {
      // One failure must not hold up the others.
      console.error(
        `checkout: the dispute of order ${attempt.order_id} could not be synced and will be retried: ${messageOf(error)}`,
      )
      failed += 1
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${attempts.length} disputes could not be synced.`)
}
