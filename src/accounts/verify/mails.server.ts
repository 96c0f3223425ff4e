/** The mails of a new account. */
import type { Deps } from '#platform/deps.ts'

import { preferencesAddress } from '../own/preferences.server.ts'
import { makeVerification, unverifiedEmailOf } from './verify.server.ts'

export const mail_verification_job = 'accounts.mail-verification-again'

const drawn = () => import('../parts/welcome-mails.tsx')

/** The link that confirms the email; nothing when it is confirmed already. */
export const mailVerification = async (deps: Deps, user_id: number): Promise<void> => {
  const { db, clock, config, mail } = deps
  const to = await unverifiedEmailOf(db, user_id)
  if (to === undefined || (await mail.wasSent(to))) return
  const { verificationMail } = await drawn()
  const token = await makeVerification(db, { user_id, email: to, now: clock.now() })
  await mail.send({
    to,
    ...(await verificationMail({ address: `${config.public_url}/verify-email/${token}`, email: to })),
  })
}

/** What to begin with, once mail is known to arrive. */
export const mailWelcome = async (deps: Deps, user_id: number): Promise<void> => {
  const { db, config, mail } = deps
  const user = await db.selectFrom('users').where('id', '=', user_id).select(['email', 'first_name']).executeTakeFirst()
  if (!user) return
  const { welcomeMail } = await drawn()
  const preferences = await preferencesAddress(deps, user_id)
  await mail.send({
    to: user.email,
    ...(await welcomeMail({ first_name: user.first_name, shop: config.public_url, preferences })),
  })
}
