/** News for the merchant: written down when it happens, delivered later and perhaps not in that order. */
import { writeAmount } from '../amounts.ts'
import { takeFault } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { newId } from '../params.ts'
import { presentDispute } from '../present-dispute.ts'
import { presentTransaction } from '../present-transaction.ts'
import { presentKept, rootOf } from '../present.ts'
import type { Dispute, Kept, Transaction, Webhook, WebhookKind } from '../records.ts'
import { type Xml, xmlDocument } from '../xml.ts'
import { sign } from './sign.ts'

/** What a webhook tells of. */
export type News = { transaction: Transaction } | { dispute: Dispute } | { revoked: Kept } | { check: true }

const slowByDefault_ms = 5000

/** Writes a webhook down, under whatever fault is switched on for webhooks. */
export function announce(gateway: Gateway, kind: WebhookKind, news: News): Webhook {
  const at = new Date()
  const payload = Buffer.from(
    xmlDocument('notification', { timestamp: at, kind, subject: subjectOf(gateway, news) }),
  ).toString('base64')
  const fault = takeFault(gateway.faults, 'webhook', amountOf(news))
  const delay_ms = fault?.kind === 'slow' ? (fault.delay_ms ?? slowByDefault_ms) : 0
  const webhook = gateway.store.webhooks.put({
    id: newId(),
    kind,
    about: aboutOf(news),
    payload,
    signature: sign(gateway.merchant, payload),
    state: fault?.kind === 'lose' ? 'lost' : fault?.kind === 'reorder' ? 'held' : 'waiting',
    deliveries_left: fault?.kind === 'duplicate' ? 2 : 1,
    due_at: new Date(at.getTime() + delay_ms).toISOString(),
    attempts: [],
    created_at: at.toISOString(),
  })
  if (webhook.state === 'waiting') letGo(gateway, webhook)
  return webhook
}

/** Those that were held back go right after the one that has overtaken them. */
function letGo({ store }: Gateway, { due_at }: Webhook) {
  const next = new Date(Date.parse(due_at) + 1).toISOString()
  for (const each of store.webhooks.all())
    if (each.state === 'held') store.webhooks.put({ ...each, state: 'waiting', due_at: next })
}

function subjectOf(gateway: Gateway, news: News): { [key: string]: Xml } {
  if ('transaction' in news) return { transaction: presentTransaction(gateway, news.transaction) }
  if ('dispute' in news) return { dispute: presentDispute(gateway, news.dispute) }
  if ('revoked' in news)
    return { [rootOf(news.revoked.instrument)]: { ...presentKept(news.revoked), revoked_at: new Date() } }
  return { check: true }
}

function aboutOf(news: News): string {
  if ('transaction' in news) return news.transaction.id
  if ('dispute' in news) return news.dispute.id
  return 'revoked' in news ? news.revoked.id : ''
}

function amountOf(news: News): string | undefined {
  if ('transaction' in news) return writeAmount(news.transaction.amount_cents)
  return 'dispute' in news ? writeAmount(news.dispute.amount_cents) : undefined
}
