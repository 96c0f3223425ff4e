import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { SYNC_JOB } from './checkout.server.ts'
import { processDueInvoices } from './due-invoices.server.ts'
import { FORGET_METHOD_JOB, forgetVaultedMethod, type VaultedMethod } from './method-verification.server.ts'
import { processWebhook } from './process-webhook.server.ts'
import { lastFullDay, reconcile } from './reconcile.server.ts'
import { sweepRefunds } from './refund-steps.server.ts'
import { syncAttemptById, sweepAttempts } from './sweep.server.ts'
import { syncDisputes } from './sync-disputes.server.ts'
import { WEBHOOK_JOB } from './webhooks.server.ts'

export const checkoutJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  const invoiceJob = job('checkout.process-due-invoices', () => processDueInvoices(deps), '10 7 * * *')
  const refundJob = job('checkout.sweep-refunds', async () => void (await sweepRefunds(deps, gateway)), '* * * * *')
  if (!gateway) return [invoiceJob, refundJob]
  return [
    invoiceJob,
    refundJob,
    job('checkout.sweep', async () => void (await sweepAttempts(deps, gateway)), '* * * * *'),
    job<{ attempt_id: number }>(SYNC_JOB, ({ attempt_id }) => syncAttemptById(deps, gateway, attempt_id)),
    job<{ webhook_id: number }>(WEBHOOK_JOB, ({ webhook_id }) => processWebhook(deps, gateway, webhook_id)),
    job(
      'checkout.reconcile',
      async () => void (await reconcile(deps, gateway, lastFullDay(deps.clock.now()))),
      '20 3 * * *',
    ),
    job('checkout.sync-disputes', () => syncDisputes(deps, gateway), '50 3 * * *'),
    job<VaultedMethod>(FORGET_METHOD_JOB, method => forgetVaultedMethod(deps, gateway, method)),
  ]
}
