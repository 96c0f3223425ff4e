/** Webhooks on their way: tried again when nobody takes them, and sent again on demand. */
import { randomBytes } from 'node:crypto'

import type { Gateway } from '../gateway.ts'
import { now } from '../params.ts'
import type { Webhook } from '../records.ts'
import { sign } from './sign.ts'

/** How long after a failed delivery the next one is tried; after the last, nobody tries any more. */
export const retries_ms = [2_000, 10_000, 60_000, 300_000]
const patience_ms = 10_000

type Attempt = Webhook['attempts'][number]

/** Posts a webhook once, as a form. Any 2xx is a yes. Never rejects. */
async function post(url: string, { signature, payload }: Webhook, signal?: AbortSignal): Promise<Attempt> {
  const at = now()
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ bt_signature: signature, bt_payload: payload }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(patience_ms), ...(signal ? [signal] : [])]),
    })
    return { at, status, error: null }
  } catch (error) {
    return { at, status: null, error: reasonOf(error) }
  }
}

/** The reason below "fetch failed", which names none. */
const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `no answer within ${patience_ms / 1000} seconds`
  const code = (cause as { code?: string } | undefined)?.code
  return code === 'ECONNREFUSED' ? 'nobody listens there' : (code ?? message)
}

const isTaken = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

/** The webhook after an attempt: delivered, due once more, or given up. */
export function afterAttempt(webhook: Webhook, attempt: Attempt): Webhook {
  const attempts = [...webhook.attempts, attempt]
  if (isTaken(attempt)) {
    const deliveries_left = Math.max(0, webhook.deliveries_left - 1)
    return { ...webhook, attempts, deliveries_left, state: deliveries_left > 0 ? 'waiting' : 'delivered' }
  }
  const failed = attempts.filter(each => !isTaken(each)).length
  const wait_ms = retries_ms[failed - 1]
  if (wait_ms === undefined) return { ...webhook, attempts, state: 'given_up' }
  return { ...webhook, attempts, state: 'waiting', due_at: new Date(Date.parse(attempt.at) + wait_ms).toISOString() }
}

const isDue = ({ state, due_at }: Webhook) => state === 'waiting' && Date.parse(due_at) <= Date.now()

/** Delivers whatever is due, one after the other in the order in which it is due. */
export async function deliverDue(gateway: Gateway, signal?: AbortSignal) {
  const { store, settings } = gateway
  const due = store.webhooks
    .all()
    .filter(isDue)
    .toSorted((one, other) => one.due_at.localeCompare(other.due_at))
  for (const { id } of due) {
    const webhook = store.webhooks.get(id)
    // Meanwhile somebody may have sent it by hand, or taken the address away.
    if (!settings.webhook_url || signal?.aborted || !webhook || !isDue(webhook)) continue
    const attempt = await post(settings.webhook_url, webhook, signal)
    const current = store.webhooks.get(id)
    if (current && !signal?.aborted) store.webhooks.put(afterAttempt(current, attempt))
  }
}

/** Sends one webhook now, whatever its state, byte for byte as it was. Answers what came of it; null: there is no address. */
export async function replay({ store, settings }: Gateway, webhook: Webhook): Promise<Attempt | null> {
  if (!settings.webhook_url) return null
  const attempt = await post(settings.webhook_url, webhook)
  const current = store.webhooks.get(webhook.id)
  if (current)
    store.webhooks.put({
      ...current,
      attempts: [...current.attempts, attempt],
      ...(isTaken(attempt) && { state: 'delivered', deliveries_left: 0 }),
    })
  return attempt
}

/** Asks the address whether it knows the keys, as the control panel does when it is set up. */
export async function challenge({
  merchant,
  settings,
}: Gateway): Promise<{ answered: boolean; status: number | null }> {
  if (!settings.webhook_url) return { answered: false, status: null }
  const question = randomBytes(16).toString('hex')
  const url = new URL(settings.webhook_url)
  url.searchParams.set('bt_challenge', question)
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience_ms) })
    const said = (await answer.text()).trim()
    return { answered: answer.ok && said === sign(merchant, question), status: answer.status }
  } catch {
    return { answered: false, status: null }
  }
}

/** An address that webhooks can be posted to; undefined when it is none. */
export function readWebhookUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
}
