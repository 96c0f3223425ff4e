/** Sends the mails of a new account. */
import type { Deps } from '#platform/deps.ts'

import { createPreferencesUrl } from '../own/preferences.server.ts'
import { createVerificationToken, findUnverifiedEmail } from './verify.server.ts'

export const MAIL_VERIFICATION_JOB = 'accounts.resend-verification'

const loadTemplates = () => import('../parts/welcome-mails.tsx')

/** Mails the confirmation link. Does nothing when the email is confirmed already. */
export const mailVerification = async (deps: Deps, user_id: number): Promise<void> => {
  const { db, clock, config, mail } = deps
  const to = await findUnverifiedEmail(db, user_id)
  if (to === undefined || (await mail.wasSent(to))) return
  const { verificationMail } = await loadTemplates()
  const token = await createVerificationToken(db, { user_id, email: to, now: clock.now() })
  await mail.send({
    to,
    content: verificationMail({ address: `${config.public_url}/verify-email/${token}`, email: to }),
  })
}

/** Mails the welcome after the email is confirmed. */
export const mailWelcome = async (deps: Deps, user_id: number): Promise<void> => {
  const { db, config, mail } = deps
  const user = await db.selectFrom('users').where('id', '=', user_id).select(['email', 'first_name']).executeTakeFirst()
  if (!user) return
  const { welcomeMail } = await loadTemplates()
  const preferences = await createPreferencesUrl(deps, user_id)
  await mail.send({
    to: user.email,
    content: welcomeMail({ first_name: user.first_name, shop: config.public_url, preferences }),
  })
}
