/** Creates webhooks. They are stored at once and delivered later, possibly in another order. */
import { formatAmount } from '../amounts.ts'
import { takeFault } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { newId } from '../params.ts'
import { presentDispute } from '../present-dispute.ts'
import { presentTransaction } from '../present-transaction.ts'
import { presentStoredMethod, rootTagOf } from '../present.ts'
import type { Dispute, StoredMethod, Transaction, Webhook, WebhookKind } from '../records.ts'
import { type Xml, xmlDocument } from '../xml.ts'
import { sign } from './sign.ts'

/** The subject of a webhook. */
export type NotificationSubject =
  | { transaction: Transaction }
  | { dispute: Dispute }
  | { revoked: StoredMethod }
  | { check: true }

const DEFAULT_SLOW_MS = 5000

/** Stores a webhook, with the active fault for webhooks if there is one. */
export function createWebhook(gateway: Gateway, kind: WebhookKind, subject: NotificationSubject): Webhook {
  const at = new Date()
  const payload = Buffer.from(
    xmlDocument('notification', { timestamp: at, kind, subject: presentSubject(gateway, subject) }),
  ).toString('base64')
  const fault = takeFault(gateway.faults, 'webhook', subjectAmount(subject))
  const delay_ms = fault?.kind === 'slow' ? (fault.delay_ms ?? DEFAULT_SLOW_MS) : 0
  const webhook = gateway.store.webhooks.put({
    id: newId(),
    kind,
    about: subjectIdOf(subject),
    payload,
    signature: sign(gateway.merchant, payload),
    state: fault?.kind === 'lose' ? 'lost' : fault?.kind === 'reorder' ? 'held' : 'waiting',
    deliveries_left: fault?.kind === 'duplicate' ? 2 : 1,
    due_at: new Date(at.getTime() + delay_ms).toISOString(),
    attempts: [],
    created_at: at.toISOString(),
  })
  if (webhook.state === 'waiting') releaseHeld(gateway, webhook)
  return webhook
}

/** Releases the held webhooks, due right after the one that overtook them. */
function releaseHeld({ store }: Gateway, { due_at }: Webhook) {
  const nextDue = new Date(Date.parse(due_at) + 1).toISOString()
  for (const held of store.webhooks.all())
    if (held.state === 'held') store.webhooks.put({ ...held, state: 'waiting', due_at: nextDue })
}

function presentSubject(gateway: Gateway, subject: NotificationSubject): { [key: string]: Xml } {
  if ('transaction' in subject) return { transaction: presentTransaction(gateway, subject.transaction) }
  if ('dispute' in subject) return { dispute: presentDispute(gateway, subject.dispute) }
  if ('revoked' in subject)
    return {
      [rootTagOf(subject.revoked.instrument)]: { ...presentStoredMethod(subject.revoked), revoked_at: new Date() },
    }
  return { check: true }
}

function subjectIdOf(subject: NotificationSubject): string {
  if ('transaction' in subject) return subject.transaction.id
  if ('dispute' in subject) return subject.dispute.id
  return 'revoked' in subject ? subject.revoked.id : ''
}

function subjectAmount(subject: NotificationSubject): string | undefined {
  if ('transaction' in subject) return formatAmount(subject.transaction.amount_cents)
  return 'dispute' in subject ? formatAmount(subject.dispute.amount_cents) : undefined
}
