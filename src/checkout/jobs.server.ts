import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { SYNC_JOB } from './checkout.server.ts'
import { processDueInvoices } from './due-invoices.server.ts'
import { FORGET_METHOD_JOB, forgetVaultedMethod, type VaultedMethod } from './method-verification.server.ts'
import { processWebhook, type WebhookHandlers } from './process-webhook.server.ts'
import { syncAttemptById, sweepAttempts } from './sweep.server.ts'
import { WEBHOOK_JOB } from './webhooks.server.ts'

/** `handlers` are the functions of `refunds` for the gateway's events. */
export const checkoutJobs = (deps: Deps, handlers: WebhookHandlers): Job[] => {
  const gateway = openGateway(deps.config)
  const invoiceJob = job('checkout.process-due-invoices', () => processDueInvoices(deps), '10 7 * * *')
  if (!gateway) return [invoiceJob]
  return [
    invoiceJob,
    job('checkout.sweep', async () => void (await sweepAttempts(deps, gateway)), '* * * * *'),
    job<{ attempt_id: number }>(SYNC_JOB, ({ attempt_id }) => syncAttemptById(deps, gateway, attempt_id)),
    job<{ webhook_id: number }>(WEBHOOK_JOB, ({ webhook_id }) => processWebhook(deps, gateway, handlers, webhook_id)),
    job<VaultedMethod>(FORGET_METHOD_JOB, method => forgetVaultedMethod(deps, gateway, method)),
  ]
}
