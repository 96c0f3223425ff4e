/** What follows from what the gateway tells. An event only says where to look: the gateway is asked how things stand now. */
import type { Selectable } from 'kysely'

import type { Gateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Tables } from '#platform/tables.ts'

import { followDispute } from './disputes.server.ts'
import { reopenRefund } from './refund-steps.server.ts'
import { revoked_kind, takeBack } from './revoked.server.ts'
import { askAfter, refundCameBack } from './sweep.server.ts'

type Row = Selectable<Tables['payment_webhooks']>
type WorkDeps = Pick<Deps, 'db' | 'clock'>

/** May run any number of times for one event. Throws to be asked again when the gateway cannot say. */
export const workOnWebhook = async (deps: WorkDeps, gateway: Gateway, webhook_id: number): Promise<void> => {
  const { db, clock } = deps
  const webhook = await db
    .selectFrom('payment_webhooks')
    .selectAll()
    .where('id', '=', webhook_id)
    .where('worked_at', 'is', null)
    .executeTakeFirst()
  if (!webhook) return
  const outcome = await follow(deps, gateway, webhook)
  await db
    .updateTable('payment_webhooks')
    .set({ worked_at: clock.now(), outcome })
    .where('id', '=', webhook_id)
    .execute()
}

const follow = async (deps: WorkDeps, gateway: Gateway, { kind, ...about }: Row): Promise<string> => {
  if (kind === 'check') return 'heard'
  if (kind === revoked_kind)
    return about.gateway_token && (await takeBack(deps, about.gateway_token)) ? 'forgotten' : 'not kept'
  if (kind === 'refund_failed')
    return about.transaction_id &&
      ((await refundCameBack(deps, about.transaction_id)) || (await reopenRefund(deps, about.transaction_id)))
      ? 'given back again'
      : 'not ours'
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('gateway_order_id', '=', about.gateway_order_id ?? '')
    .executeTakeFirst()
  if (!attempt) return 'not ours'
  if (kind.startsWith('dispute_')) return (await followDispute(deps, gateway, attempt)).state
  if ((await askAfter(deps, gateway, attempt)) === 'unknown') throw new Error('The gateway cannot say how it stands.')
  return 'looked into'
}
