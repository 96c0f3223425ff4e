/** Delivery of webhooks, with retries and replays. */
import { randomBytes } from 'node:crypto'

import type { Gateway } from '../gateway.ts'
import { now } from '../params.ts'
import type { Webhook } from '../records.ts'
import { sign } from './sign.ts'

/** The delays after each failed delivery. After the last retry the webhook is given up. */
export const retries_ms = [2_000, 10_000, 60_000, 300_000]
const DELIVERY_TIMEOUT_MS = 10_000

type DeliveryAttempt = Webhook['attempts'][number]

/** Posts a webhook once, as a form. Any 2xx status counts as delivered. Never rejects. */
async function post(url: string, { signature, payload }: Webhook, signal?: AbortSignal): Promise<DeliveryAttempt> {
  const at = now()
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ bt_signature: signature, bt_payload: payload }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(DELIVERY_TIMEOUT_MS), ...(signal ? [signal] : [])]),
    })
    return { at, status, error: null }
  } catch (error) {
    return { at, status: null, error: reasonOf(error) }
  }
}

/** The cause of a failed fetch, whose own message does not name it. */
const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `no response within ${DELIVERY_TIMEOUT_MS / 1000} seconds`
  const code = (cause as { code?: string } | undefined)?.code
  return code === 'ECONNREFUSED' ? 'connection refused' : (code ?? message)
}

const isAccepted = ({ status }: DeliveryAttempt) => status !== null && status >= 200 && status < 300

/** The webhook after an attempt: delivered, due again or given up. */
export function afterAttempt(webhook: Webhook, attempt: DeliveryAttempt): Webhook {
  const attempts = [...webhook.attempts, attempt]
  if (isAccepted(attempt)) {
    const deliveries_left = Math.max(0, webhook.deliveries_left - 1)
    return { ...webhook, attempts, deliveries_left, state: deliveries_left > 0 ? 'waiting' : 'delivered' }
  }
  const failed = attempts.filter(candidate => !isAccepted(candidate)).length
  const wait_ms = retries_ms[failed - 1]
  if (wait_ms === undefined) return { ...webhook, attempts, state: 'given_up' }
  return { ...webhook, attempts, state: 'waiting', due_at: new Date(Date.parse(attempt.at) + wait_ms).toISOString() }
}

const isDue = ({ state, due_at }: Webhook) => state === 'waiting' && Date.parse(due_at) <= Date.now()

/** Delivers the due webhooks one by one, in the order of their due times. */
export async function deliverDue(gateway: Gateway, signal?: AbortSignal) {
  const { store, settings } = gateway
  const due = store.webhooks
    .all()
    .filter(isDue)
    .toSorted((a, b) => a.due_at.localeCompare(b.due_at))
  for (const { id } of due) {
    const webhook = store.webhooks.get(id)
    // The webhook may have been replayed meanwhile, or the address removed.
    if (!settings.webhook_url || signal?.aborted || !webhook || !isDue(webhook)) continue
    const attempt = await post(settings.webhook_url, webhook, signal)
    const current = store.webhooks.get(id)
    if (current && !signal?.aborted) store.webhooks.put(afterAttempt(current, attempt))
  }
}

/** Sends a webhook now, whatever its state, with the same bytes. Returns the attempt; null without an address. */
export async function replay({ store, settings }: Gateway, webhook: Webhook): Promise<DeliveryAttempt | null> {
  if (!settings.webhook_url) return null
  const attempt = await post(settings.webhook_url, webhook)
  const current = store.webhooks.get(webhook.id)
  if (current)
    store.webhooks.put({
      ...current,
      attempts: [...current.attempts, attempt],
      ...(isAccepted(attempt) && { state: 'delivered', deliveries_left: 0 }),
    })
  return attempt
}

/** Sends a challenge to verify that the address has the right keys, as Braintree's control panel does at setup. */
export async function challenge({
  merchant,
  settings,
}: Gateway): Promise<{ answered: boolean; status: number | null }> {
  if (!settings.webhook_url) return { answered: false, status: null }
  const challengeText = randomBytes(16).toString('hex')
  const url = new URL(settings.webhook_url)
  url.searchParams.set('bt_challenge', challengeText)
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS) })
    const body = (await response.text()).trim()
    return { answered: response.ok && body === sign(merchant, challengeText), status: response.status }
  } catch {
    return { answered: false, status: null }
  }
}

/** Parses a URL that webhooks can be posted to; undefined when it is invalid. */
export function parseWebhookUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
}
