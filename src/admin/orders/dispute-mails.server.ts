/** Who of the staff gets a mail about each new dispute, and that mail. */
import { knownDisputes } from '#checkout/known-disputes.server.ts'
import { disputeAddress } from '#payments/sdk.server.ts'
import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Events } from '#platform/outbox.server.ts'
import { isStaff } from '#workspaces/policy.ts'

export const getsDisputeMails = async (db: Db, user_id: number): Promise<boolean> =>
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

/** Those who chose it and are staff now; the shop's own address while there is nobody, so that no dispute is missed. */
const readersOf = async (db: Db): Promise<string[]> => {
  const chosen = await db
    .selectFrom('dispute_mails as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .orderBy('u.id')
    .select(['u.email', 'u.platform_roles'])
    .execute()
  const readers = chosen.filter(({ platform_roles }) => isStaff(platform_roles)).map(({ email }) => email)
  return readers.length > 0 ? readers : [brand.email]
}

/** Tells of a case: why, how much, and until when to answer. */
export const mailDisputed = async (
  { db, config, mail }: Deps,
  { order_id, case_id }: Events['order.disputed'],
): Promise<void> => {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('universal_invoice_number')
    .executeTakeFirst()
  const dispute = (await knownDisputes(db, order_id)).records.find(({ id }) => id === case_id)
  if (!order || !dispute) return
  const { disputedMail } = await import('./parts/disputed-mail.tsx')
  const about = {
    dispute,
    number: order.universal_invoice_number ?? `${order_id}`,
    order: `${config.public_url}/admin/orders/${order_id}`,
    at_gateway: disputeAddress(config, case_id),
  }
  for (const to of await readersOf(db)) await mail.send({ to, ...(await disputedMail(about)) })
}
