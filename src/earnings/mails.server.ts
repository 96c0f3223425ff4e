/** Sends the mails about payouts. */
import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'

import { monthName } from './months.ts'
import { statementNumber } from './statement.ts'

const loadMails = () => import('./parts/payout-mails.tsx')

/** Mails one of the addresses concerned about new payout settings. Sends nothing if the user who changed them is gone. */
export const mailPayoutChanged = async (
  { db, config, mail }: Deps,
  change_id: number,
  recipient: 'old' | 'new' | 'account',
): Promise<void> => {
  const change = await db
    .selectFrom('payout_changes as c')
    .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'c.changed_by')
    .where('c.id', '=', change_id)
    .select(['c.old_email', 'c.new_email', 'f.name as filmmaker', 'u.email as account'])
    .executeTakeFirst()
  const to = change && { old: change.old_email, new: change.new_email, account: change.account }[recipient]
  if (!to) return
  const { payoutChangedMail } = await loadMails()
  const { filmmaker, old_email, new_email } = change
  const address = `${config.public_url}/filmmaker/payouts`
  await mail.send({ to, content: payoutChangedMail({ filmmaker, old_email, new_email, address }) })
}

/** Mails a user of the filmmaker that a payout was sent. Sends nothing if they are no longer linked. */
export const mailPayoutSent = async (
  deps: Deps,
  { statement_id, user_id }: { statement_id: number; user_id: number },
): Promise<void> => {
  const { db, config, mail } = deps
  const payout = await db
    .selectFrom('payout_statements as s')
    .innerJoin('payouts_sent as p', 'p.statement_id', 's.id')
    .innerJoin('filmmakers as f', 'f.id', 's.filmmaker_id')
    .innerJoin('filmmaker_members as l', 'l.filmmaker_id', 's.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where('s.id', '=', statement_id)
    .where('l.user_id', '=', user_id)
    .select([
      's.month',
      's.filmmaker_id',
      's.number_prefix',
      's.paid_cents',
      'p.sent_on',
      'p.reference',
      'f.name as filmmaker',
      'u.email',
    ])
    .executeTakeFirst()
  if (!payout) return
  const { month, filmmaker_id, number_prefix, paid_cents, email, ...fields } = payout
  const { payoutSentMail } = await loadMails()
  const content = payoutSentMail({
    ...fields,
    month: monthName(month),
    number: statementNumber({ number_prefix, month, filmmaker_id }),
    paid: formatCents(paid_cents),
    address: `${config.public_url}/filmmaker/payouts`,
    preferences: await createPreferencesUrl(deps, user_id),
  })
  await mail.send({ to: email, content })
}
