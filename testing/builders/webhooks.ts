/** What the gateway tells by itself, as it posts it. */
import { defaultMerchant } from '../../sandbox/payments/gateway.ts'
import { sign } from '../../sandbox/payments/webhooks/sign.ts'
import { checkoutJobs } from '../../src/checkout/jobs.server.ts'
import { webhook_job, webhook_path } from '../../src/checkout/webhooks.server.ts'
import { sha256 } from '../../src/platform/ids.server.ts'
import type { openCheckoutShop } from './checkout.ts'

type Sent = { bt_signature: string; bt_payload: string }

export const openNews = (at: Awaited<ReturnType<typeof openCheckoutShop>>) => {
  /** Works off what the shop wrote down. Answers how many there were. */
  const workOff = async () => {
    const work = checkoutJobs(at.shop.deps).find(job => job.name === webhook_job)
    const due = at.shop.jobs.sent.splice(0).filter(job => job.name === webhook_job)
    for (const { data } of due) await work?.run(data)
    return due.length
  }
  /** Works off this one alone: others may be written down at the same time, and not be there to read yet. */
  const workOne = async ({ bt_payload }: Sent) => {
    const { id } = await at.shop.db
      .selectFrom('payment_webhooks')
      .where('payload_hash', '=', sha256(bt_payload.trim()))
      .select('id')
      .executeTakeFirstOrThrow()
    const { sent } = at.shop.jobs
    const due = sent.findIndex(
      ({ name, data }) => name === webhook_job && 'webhook_id' in data && data.webhook_id === id,
    )
    if (due === -1) throw new Error('Its job was not sent.')
    sent.splice(due, 1)
    await checkoutJobs(at.shop.deps)
      .find(job => job.name === webhook_job)
      ?.run({ webhook_id: id })
  }
  const send = async ({ bt_signature, bt_payload }: Sent) => {
    const { statusCode } = await at.shop.app.inject({
      method: 'POST',
      url: webhook_path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ bt_signature, bt_payload }).toString(),
    })
    return statusCode
  }
  const about = async (id: string) => (await at.webhooks()).filter(webhook => webhook.about === id)
  return {
    /** Answers the status that the gateway gets; what follows is left to `workOff`. */
    send,
    workOff,
    workOne,
    about,
    /** So often at once, and what follows is worked off. Answers the statuses, each once. */
    post: async (sent: Sent, times = 1) => {
      const statuses = await Promise.all(Array.from({ length: times }, () => send(sent)))
      await workOff()
      return new Set(statuses)
    },
    /** The bank has paid a debit: the news of it. */
    arrived: async ({ id }: { id: string }): Promise<Sent> => {
      await at.settle(id)
      const [webhook] = await about(id)
      if (!webhook) throw new Error('No webhook.')
      return webhook
    },
  }
}

/** Other words under the gateway's own hand. */
export const rewritten = ({ bt_payload }: Sent, words: Record<string, string>): Sent => {
  const text = Buffer.from(bt_payload, 'base64').toString()
  const other = Object.entries(words).reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const payload = Buffer.from(other).toString('base64')
  return { bt_payload: payload, bt_signature: sign(defaultMerchant, payload) }
}
