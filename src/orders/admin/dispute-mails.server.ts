/** Staff's setting for dispute emails, and the email itself. */

import { disputeUrl } from '#payments/sdk.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'
import { loadDisputeRecords } from '#refunds/dispute-records.server.ts'
import { isStaff } from '#workspaces/policy.ts'

export const hasDisputeMails = async (db: Db, user_id: number): Promise<boolean> =>
  (await db.selectFrom('dispute_mails').where('user_id', '=', user_id).select('user_id').executeTakeFirst()) !==
  undefined

export const setDisputeMails = async (db: Db, user_id: number, is_on: boolean): Promise<void> => {
  if (is_on)
    await db
      .insertInto('dispute_mails')
      .values({ user_id })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await db.deleteFrom('dispute_mails').where('user_id', '=', user_id).execute()
}

/** Staff who chose these emails; the shop's own address if there are none, so that no dispute is missed. */
export const listRecipients = async ({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<string[]> => {
  const subscribers = await db
    .selectFrom('dispute_mails as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .orderBy('u.id')
    .select(['u.email', 'u.platform_roles'])
    .execute()
  const recipients = subscribers.filter(({ platform_roles }) => isStaff(platform_roles)).map(({ email }) => email)
  return recipients.length > 0 ? recipients : [settings.company().email]
}

/** Emails the recipients about a dispute: its reason, amount and deadline. */
export const sendDisputedMails = async (
  deps: Deps,
  { order_id, dispute_id }: EventPayloads['order.disputed'],
): Promise<void> => {
  const { db, config, mail } = deps
  const order = await db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('universal_invoice_number')
    .executeTakeFirst()
  const dispute = (await loadDisputeRecords(db, order_id)).records.find(({ id }) => id === dispute_id)
  if (!order || !dispute) return
  const { disputedMail } = await import('./parts/staff-mails.tsx')
  const mailProps = {
    dispute,
    number: order.universal_invoice_number ?? `${order_id}`,
    order: `${config.public_url}/admin/orders/${order_id}`,
    at_gateway: disputeUrl(config, dispute_id),
  }
  for (const to of await listRecipients(deps)) await mail.send({ to, content: disputedMail(mailProps) })
}
