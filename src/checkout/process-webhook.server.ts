/** Processes the gateway’s webhooks. An event only says what to look up; the current state comes from the gateway. */
import type { Selectable } from 'kysely'

import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Deps } from '#platform/deps.ts'

import type { PaymentAttempt } from './attempts.server.ts'
import { REVOKED_KIND, deleteRevokedMethod } from './revoked-methods.server.ts'
import { syncAttempt, reopenReversal } from './sweep.server.ts'

type WebhookRow = Selectable<Tables['payment_webhooks']>
type WebhookDeps = Pick<Deps, 'db' | 'clock'>

/** What later features do with an event of the gateway. */
export type WebhookHandlers = {
  /** Looks up the dispute of a payment at the gateway. */
  syncDispute: (deps: WebhookDeps, gateway: PaymentGateway, attempt: PaymentAttempt) => Promise<{ state: string }>
  /** Reopens a refund that the gateway could not pay out; false when it is not one of the shop's. */
  reopenRefund: (deps: WebhookDeps, gateway_refund_id: string) => Promise<boolean>
}

/** Can run any number of times for one event. Throws to be retried when the gateway cannot tell. */
export const processWebhook = async (
  deps: WebhookDeps,
  gateway: PaymentGateway,
  handlers: WebhookHandlers,
  webhook_id: number,
): Promise<void> => {
  const { db, clock } = deps
  const webhook = await db
    .selectFrom('payment_webhooks')
    .selectAll()
    .where('id', '=', webhook_id)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  if (!webhook) return
  const outcome = await handleEvent(deps, gateway, handlers, webhook)
  await db
    .updateTable('payment_webhooks')
    .set({ processed_at: clock.now(), outcome })
    .where('id', '=', webhook_id)
    .execute()
}

const handleEvent = async (
  deps: WebhookDeps,
  gateway: PaymentGateway,
  { syncDispute, reopenRefund }: WebhookHandlers,
  { kind, ...event }: WebhookRow,
): Promise<string> => {
  if (kind === 'check') return 'heard'
  if (kind === REVOKED_KIND)
    return event.gateway_token && (await deleteRevokedMethod(deps, event.gateway_token)) ? 'forgotten' : 'not kept'
  if (kind === 'refund_failed')
    return event.transaction_id &&
      ((await reopenReversal(deps, event.transaction_id)) || (await reopenRefund(deps, event.transaction_id)))
      ? 'reopened'
      : 'not ours'
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('gateway_order_id', '=', event.gateway_order_id ?? '')
    .executeTakeFirst()
  if (!attempt) return 'not ours'
  if (kind.startsWith('dispute_')) return (await syncDispute(deps, gateway, attempt)).state
  if ((await syncAttempt(deps, gateway, attempt)) === 'unknown')
    throw new Error('The gateway cannot tell the state of the payment.')
  return 'looked into'
}
