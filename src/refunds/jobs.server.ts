import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { syncDispute } from './disputes.server.ts'
import { reopenRefund, sweepRefunds } from './refund-steps.server.ts'
import { syncDisputes } from './sync-disputes.server.ts'

/** What refunds and disputes do with the gateway's events. */
export const webhookHandlers = { syncDispute, reopenRefund }

export const refundsJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  return [
    job('refunds.sweep', async () => void (await sweepRefunds(deps, gateway)), '* * * * *'),
    ...(gateway ? [job('refunds.sync-disputes', () => syncDisputes(deps, gateway), '50 3 * * *')] : []),
  ]
}
