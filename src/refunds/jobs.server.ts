import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { syncDispute } from './disputes.server.ts'
import { reopenRefund, sweepRefunds } from './refund-steps.server.ts'

/** Per night. Above this number the selection is random, so that no order is left out forever. */
const MAX_DISPUTES = 500

/** Syncs each with the gateway. Can run any number of times; throws when some could not be synced. */
const syncDisputes = async (deps: Pick<Deps, 'db' | 'clock'>, gateway: PaymentGateway): Promise<void> => {
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

/** What refunds and disputes do with the gateway's events. */
export const webhookHandlers = { syncDispute, reopenRefund }

export const refundsJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  return [
    job('refunds.sweep', async () => void (await sweepRefunds(deps, gateway)), '* * * * *'),
    ...(gateway ? [job('refunds.sync-disputes', () => syncDisputes(deps, gateway), '50 3 * * *')] : []),
  ]
}
