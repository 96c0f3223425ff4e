/** The mails of earnings. */
import type { Deps } from '#platform/deps.ts'

const drawn = () => import('./parts/payout-mails.tsx')

/** To one of those who have to know where payouts go from now on; nothing once whoever changed it has left. */
export const mailPayoutChanged = async (
  { db, config, mail }: Deps,
  change_id: number,
  whom: 'old' | 'new' | 'account',
): Promise<void> => {
  const change = await db
    .selectFrom('payout_changes as c')
    .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'c.changed_by')
    .where('c.id', '=', change_id)
    .select(['c.old_email', 'c.new_email', 'f.name as filmmaker', 'u.email as account'])
    .executeTakeFirst()
  const to = change && { old: change.old_email, new: change.new_email, account: change.account }[whom]
  if (!to) return
  const { payoutChangedMail } = await drawn()
  const { filmmaker, old_email, new_email } = change
  const address = `${config.public_url}/filmmaker/payouts`
  await mail.send({ to, ...(await payoutChangedMail({ filmmaker, old_email, new_email, address })) })
}
