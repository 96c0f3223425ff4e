import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import { readDocument } from '#orders/documents/stored.server.ts'
import { isOwed } from '#orders/due.ts'
import { loadRecipient, sendOnce } from '#orders/mails.server.ts'
import { loadOrderDetail } from '#orders/order-detail.server.ts'
import { createPaymentUrl } from '#orders/payment-link.server.ts'
import { loadNotice } from '#orders/withdrawal.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'

import { inForce } from './in-force.server.ts'
import { licenseView } from './license-view.server.ts'
import { loadOrderClips } from './order-clips.server.ts'
import { issueOrderDocument } from './pdfs.server.ts'

/** Mails the buyer that the order is placed. Sends once; throws when it must be retried. */
export const mailOrderPlaced = (deps: Deps, order_id: number): Promise<void> =>
  sendOnce(deps, order_id, 'placed', async () => {
    const { db, clock, config, mail, settings } = deps
    const { universal_invoice_number, workspace_id, user_id, email } = await loadRecipient(db, order_id)
    const order = await loadOrderDetail(db, workspace_id, universal_invoice_number ?? '', {
      now: clock.now(),
      shop: settings.company().name,
    })
    const { data: clips, meta } = await loadOrderClips(db, order_id, clock.now())
    const { orderPlacedMail } = await import('./parts/order-placed-mail.tsx')
    const address = `${config.public_url}/workspace/orders/${universal_invoice_number}`
    const unlisted_count = meta.pagination.total - clips.length
    const preferences = await createPreferencesUrl(deps, user_id)
    const number = universal_invoice_number ?? ''
    await mail.send({
      to: email,
      attachments: await Promise.all(
        order.documents.map(async name => ({
          file_name: settings.fileName(`${name}-${number}.pdf`),
          bytes: await readDocument(deps, await issueOrderDocument(deps, { workspace_id, number, name })),
        })),
      ),
      content: orderPlacedMail({
        order,
        clips,
        unlisted_count,
        public_url: config.public_url,
        address,
        payment_link: isOwed(order.state) ? createPaymentUrl(deps, number) : '',
        preferences,
        notice: order.withdrawal ? await loadNotice(deps, clock.now()) : [],
      }),
    })
  })

/** Tells the buyer that the order continues, less what the bank took back. */
export const mailDisputeEnded = async (
  deps: Deps,
  { order_id, withdrawn_cents, credited_cents }: { order_id: number; withdrawn_cents: number; credited_cents: number },
): Promise<void> => {
  const { db, clock, config, mail } = deps
  const { universal_invoice_number: number, user_id, email } = await loadRecipient(db, order_id)
  if (number === null) return
  await sendOnce(deps, order_id, `dispute_ended:${credited_cents}`, async () => {
    const { disputeEndedMail } = await import('./parts/dispute-ended-mail.tsx')
    // An upgraded license is used under its newer one.
    const { clips_count } = await db
      .selectFrom(licenseView)
      .where('l.order_id', '=', order_id)
      .where(inForce(clock.now()))
      .select(({ fn }) => fn.count<number>('l.clip_id').distinct().as('clips_count'))
      .executeTakeFirstOrThrow()
    const address = `${config.public_url}/workspace/orders/${number}`
    const preferences = await createPreferencesUrl(deps, user_id)
    const content = {
      number,
      taken: formatCents(withdrawn_cents),
      clips_count: Number(clips_count),
      address,
      preferences,
    }
    await mail.send({ to: email, content: disputeEndedMail(content) })
  })
}
