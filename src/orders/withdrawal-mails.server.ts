import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import type { Deps } from '#platform/deps.ts'

import { loadRecipient, sendOnce } from './mails.server.ts'
import type { SoldClipSnapshot } from './order-snapshot.ts'
import { loadNotice } from './withdrawal.server.ts'

const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const formatTime = (at: Date) => `${timeFormat.format(at)} UTC`

const loadMailFacts = async (deps: Deps, order_id: number) => {
  const { universal_invoice_number, user_id, email } = await loadRecipient(deps.db, order_id)
  const number = universal_invoice_number ?? ''
  const address = `${deps.config.public_url}/workspace/orders/${number}`
  return { email, facts: { number, address, preferences: await createPreferencesUrl(deps, user_id) } }
}

/** Confirms to a consumer that delivery begins and the right of withdrawal ends with it, with the notice they saw. */
export const mailDeliveryConsent = (deps: Deps, order_id: number): Promise<void> =>
  sendOnce(deps, order_id, 'delivery_consented', async () => {
    const { db, clock, mail } = deps
    const { shown_text, text_id, consented_at } = await db
      .selectFrom('delivery_consents')
      .where('order_id', '=', order_id)
      .select(['shown_text', 'text_id', 'consented_at'])
      .executeTakeFirstOrThrow()
    const { email, facts } = await loadMailFacts(deps, order_id)
    const notice = await loadNotice(deps, clock.now(), text_id)
    const { deliveryConsentMail } = await import('./parts/withdrawal-mails.tsx')
    await mail.send({
      to: email,
      content: deliveryConsentMail({ ...facts, at: formatTime(consented_at), consent: shown_text, notice }),
    })
  })

/** Confirms to a consumer that their withdrawals arrived, each with its content and time in a mail of its own. */
export const mailWithdrawn = async (deps: Deps, order_id: number): Promise<void> => {
  const withdrawals = await deps.db
    .selectFrom('order_withdrawals')
    .where('order_id', '=', order_id)
    .orderBy('id')
    .select(['withdrawn_at', 'order_item_ids'])
    .execute()
  for (const [index, withdrawal] of withdrawals.entries())
    await mailWithdrawal(deps, order_id, index === 0 ? 'withdrawn' : `withdrawn:${index + 1}`, withdrawal)
}

type Withdrawal = { withdrawn_at: Date; order_item_ids: readonly number[] }

const mailWithdrawal = (deps: Deps, order_id: number, kind: string, { withdrawn_at, order_item_ids }: Withdrawal) =>
  sendOnce(deps, order_id, kind, async () => {
    const { db, mail } = deps
    const lines = await db
      .selectFrom('order_items')
      .where('id', 'in', order_item_ids)
      .orderBy('id')
      .select(['clip_id', 'clip_snapshot'])
      .execute()
    const clips = lines.map(({ clip_id, clip_snapshot }) => {
      const { name, format } = clip_snapshot as SoldClipSnapshot
      return `clip ${clip_id}, ${name}, ${format}`
    })
    const { email, facts } = await loadMailFacts(deps, order_id)
    const { withdrawnOrderMail } = await import('./parts/withdrawal-mails.tsx')
    await mail.send({ to: email, content: withdrawnOrderMail({ ...facts, at: formatTime(withdrawn_at), clips }) })
  })
