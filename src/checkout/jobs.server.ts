import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { ask_job } from './checkout.server.ts'
import { followDisputes } from './follow-disputes.server.ts'
import { followInvoices } from './follow-invoices.server.ts'
import { forget_job, forgetAfterTrial, type OnTrial } from './on-trial.server.ts'
import { lastDay, reconcile } from './reconcile.server.ts'
import { sweepRefunds } from './refund-steps.server.ts'
import { askAfterOne, sweepAttempts } from './sweep.server.ts'
import { workOnWebhook } from './webhook-work.server.ts'
import { webhook_job } from './webhooks.server.ts'

export const checkoutJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  const follow = job('checkout.follow-invoices', () => followInvoices(deps), '10 7 * * *')
  const refunds = job('checkout.sweep-refunds', async () => void (await sweepRefunds(deps, gateway)), '* * * * *')
  if (!gateway) return [follow, refunds]
  return [
    follow,
    refunds,
    job('checkout.sweep', async () => void (await sweepAttempts(deps, gateway)), '* * * * *'),
    job<{ attempt_id: number }>(ask_job, ({ attempt_id }) => askAfterOne(deps, gateway, attempt_id)),
    job<{ webhook_id: number }>(webhook_job, ({ webhook_id }) => workOnWebhook(deps, gateway, webhook_id)),
    job(
      'checkout.reconcile',
      async () => void (await reconcile(deps, gateway, lastDay(deps.clock.now()))),
      '20 3 * * *',
    ),
    job('checkout.follow-disputes', () => followDisputes(deps, gateway), '50 3 * * *'),
    job<OnTrial>(forget_job, method => forgetAfterTrial(deps, gateway, method)),
  ]
}
