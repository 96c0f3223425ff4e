/** Webhooks as the gateway sends them. */
import { defaultMerchant } from '../../sandbox/payments/gateway.ts'
import { sign } from '../../sandbox/payments/webhooks/sign.ts'
import { checkoutJobs } from '../../src/checkout/jobs.server.ts'
import { WEBHOOK_JOB, WEBHOOK_PATH } from '../../src/checkout/webhooks.server.ts'
import { sha256 } from '../../src/platform/ids.server.ts'
import { webhookHandlers } from '../../src/refunds/jobs.server.ts'
import type { openCheckoutShop } from './checkout.ts'

type SignedWebhook = { bt_signature: string; bt_payload: string }

export const openWebhooks = (checkoutShop: Awaited<ReturnType<typeof openCheckoutShop>>) => {
  /** Runs the queued webhook jobs. Returns their number. */
  const runWebhookJobs = async () => {
    const webhookJob = checkoutJobs(checkoutShop.shop.deps, webhookHandlers).find(job => job.name === WEBHOOK_JOB)
    const due = checkoutShop.shop.jobs.sent.splice(0).filter(job => job.name === WEBHOOK_JOB)
    for (const { data } of due) await webhookJob?.run(data)
    return due.length
  }
  /** Runs the job of one webhook: concurrent ones may not be committed yet. */
  const runWebhookJob = async ({ bt_payload }: SignedWebhook) => {
    const { id } = await checkoutShop.shop.db
      .selectFrom('payment_webhooks')
      .where('payload_hash', '=', sha256(bt_payload.trim()))
      .select('id')
      .executeTakeFirstOrThrow()
    const { sent } = checkoutShop.shop.jobs
    const due = sent.findIndex(
      ({ name, data }) => name === WEBHOOK_JOB && 'webhook_id' in data && data.webhook_id === id,
    )
    if (due === -1) throw new Error('The webhook’s job was not queued.')
    sent.splice(due, 1)
    await checkoutJobs(checkoutShop.shop.deps, webhookHandlers)
      .find(job => job.name === WEBHOOK_JOB)
      ?.run({ webhook_id: id })
  }
  const send = async ({ bt_signature, bt_payload }: SignedWebhook) => {
    const { statusCode } = await checkoutShop.shop.app.inject({
      method: 'POST',
      url: WEBHOOK_PATH,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ bt_signature, bt_payload }).toString(),
    })
    return statusCode
  }
  const findWebhooks = async (id: string) => (await checkoutShop.webhooks()).filter(webhook => webhook.about === id)
  return {
    /** Posts a webhook. Returns the status; its job stays queued. */
    send,
    runWebhookJobs,
    runWebhookJob,
    findWebhooks,
    /** Posts a webhook `times` times concurrently and runs its jobs. Returns the distinct statuses. */
    post: async (webhook: SignedWebhook, times = 1) => {
      const statuses = await Promise.all(Array.from({ length: times }, () => send(webhook)))
      await runWebhookJobs()
      return new Set(statuses)
    },
    /** Settles a debit. Returns the webhook that reports it. */
    settleDebit: async ({ id }: { id: string }): Promise<SignedWebhook> => {
      await checkoutShop.settle(id)
      const [webhook] = await findWebhooks(id)
      if (!webhook) throw new Error('No webhook.')
      return webhook
    },
  }
}

/** Rewrites the payload and signs it with the gateway's key. */
export const rewriteWebhook = ({ bt_payload }: SignedWebhook, replacements: Record<string, string>): SignedWebhook => {
  const text = Buffer.from(bt_payload, 'base64').toString()
  const rewrittenText = Object.entries(replacements).reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const payload = Buffer.from(rewrittenText).toString('base64')
  return { bt_payload: payload, bt_signature: sign(defaultMerchant, payload) }
}
