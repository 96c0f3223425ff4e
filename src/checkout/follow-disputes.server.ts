/** Every night: orders in dispute whose news was missed, or that would not be in dispute by what counts today. */
import type { Gateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'

import { followDispute } from './disputes.server.ts'

/** In a night. Of more than these each has the same chance, so that none is left out for ever. */
const most = 500

/** Asks the gateway about each. May run any number of times; throws when some could not be followed. */
export const followDisputes = async (deps: Pick<Deps, 'db' | 'clock'>, gateway: Gateway): Promise<void> => {
  const attempts = await deps.db
    .selectFrom('orders as o')
    .innerJoin('payment_attempts as a', 'a.order_id', 'o.id')
    .where('o.state', '=', 'disputed')
    .where('a.state', '=', 'succeeded')
    .select(['a.state', 'a.order_id', 'a.gateway_transaction_id'])
    .orderBy(({ fn }) => fn('random'))
    .limit(most)
    .execute()
  let failed = 0
  for (const attempt of attempts) {
    try {
      await followDispute(deps, gateway, attempt)
    } catch (error) {
      // One that the gateway cannot say anything about must not keep the others waiting.
      console.error(`checkout: the dispute of order ${attempt.order_id} is to be followed again: ${messageOf(error)}`)
      failed += 1
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${attempts.length} disputes could not be followed.`)
}
