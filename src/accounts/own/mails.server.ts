/** Sends the mails of the user's own account. Links use the configured public URL, never the request's host. */
import type { Deps } from '#platform/deps.ts'
import { hasAnyRole } from '#platform/platform-roles.ts'

import { createConfirmationToken } from './email-change.server.ts'
import { createResetToken } from './links.server.ts'
import { createPreferencesUrl } from './preferences.server.ts'

const loadTemplates = () => import('../parts/account-mails.tsx')

/** Mails the password reset link. Does nothing when no account has the requested email. */
export const mailPasswordReset = async (deps: Deps, user_id: number | null): Promise<void> => {
  if (user_id === null) return
  const to = await findEmail(deps, user_id)
  // The account was deleted meanwhile.
  if (to === undefined) return
  const { passwordResetMail } = await loadTemplates()
  const token = await createResetToken(deps.db, user_id, deps.clock.now())
  const address = `${deps.config.public_url}/reset-password/${token}`
  await deps.mail.send({ to, content: passwordResetMail({ address }) })
}

export const mailPasswordChanged = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await findEmail(deps, user_id)
  if (to === undefined) return
  const { passwordChangedMail } = await loadTemplates()
  const address = `${deps.config.public_url}/forgot-password`
  const preferences = await createPreferencesUrl(deps, user_id)
  await deps.mail.send({ to, content: passwordChangedMail({ address, preferences }) })
}

/** Does nothing when the user was reinstated meanwhile. */
export const mailSuspended = async (deps: Deps, user_id: number): Promise<void> => {
  const user = await loadSuspension(deps, user_id)
  if (!user?.is_suspended) return
  const { suspendedMail } = await loadTemplates()
  const address = `${deps.config.public_url}/contact?topic=account`
  await deps.mail.send({ to: user.email, content: suspendedMail({ address }) })
}

export const mailReinstated = async (deps: Deps, user_id: number): Promise<void> => {
  const user = await loadSuspension(deps, user_id)
  if (!user || user.is_suspended) return
  const { reinstatedMail } = await loadTemplates()
  await deps.mail.send({ to: user.email, content: reinstatedMail({ address: `${deps.config.public_url}/login` }) })
}

/** Tells users when they get or lose staff roles. */
export const mailRolesChanged = async (
  deps: Deps,
  { user_id, roles }: { user_id: number; roles: readonly string[] },
): Promise<void> => {
  const to = await findEmail(deps, user_id)
  if (to === undefined) return
  const { rolesChangedMail } = await loadTemplates()
  const address = `${deps.config.public_url}${roles.length > 0 ? '/account/two-step' : '/account/details'}`
  await deps.mail.send({ to, content: rolesChangedMail({ address, roles }) })
}

const loadSuspension = async ({ db }: Deps, user_id: number) => {
  const user = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'platform_roles'])
    .executeTakeFirst()
  return user && { email: user.email, is_suspended: hasAnyRole(user.platform_roles, 'suspended') }
}

/** Tells the owner of a new sign-in method. */
export const mailGoogleConnected = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await findEmail(deps, user_id)
  if (to === undefined) return
  const { googleConnectedMail } = await loadTemplates()
  const address = `${deps.config.public_url}/account/password`
  await deps.mail.send({ to, content: googleConnectedMail({ address }) })
}

/**
 * Mails the confirmation link to the new email. If that email has an account, its owner gets a notice without a link
 * instead.
 */
export const mailEmailConfirmation = async (deps: Deps, change_id: number): Promise<void> => {
  const change = await loadEmailChange(deps, change_id)
  if (!change || change.ended_at) return
  const { emailConfirmationMail, emailTakenMail } = await loadTemplates()
  const { new_email: to, old_email } = change
  if (await deps.mail.wasSent(to)) return
  const { public_url } = deps.config
  if (await isEmailInUse(deps, to)) {
    await deps.mail.send({ to, content: emailTakenMail({ address: `${public_url}/login` }) })
    return
  }
  const token = await createConfirmationToken(deps.db, change_id)
  const address = `${public_url}/account/details/confirm-email?token=${token}`
  await deps.mail.send({ to, content: emailConfirmationMail({ address, old_email }) })
}

export const mailEmailNotice = async (deps: Deps, change_id: number): Promise<void> => {
  const change = await loadEmailChange(deps, change_id)
  if (!change) return
  const { emailNoticeMail } = await loadTemplates()
  const { old_email: to, new_email } = change
  const address = `${deps.config.public_url}/account/details`
  await deps.mail.send({ to, content: emailNoticeMail({ address, new_email }) })
}

/** Tells both emails that the email was changed. */
export const mailEmailChanged = async (
  deps: Deps,
  change_id: number,
  recipient: 'old_email' | 'new_email',
): Promise<void> => {
  const change = await loadEmailChange(deps, change_id)
  if (!change) return
  const { emailChangedMail } = await loadTemplates()
  const { old_email, new_email } = change
  await deps.mail.send({ to: change[recipient], content: emailChangedMail({ old_email, new_email }) })
}

const findEmail = async ({ db }: Deps, user_id: number) =>
  (await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst())?.email

const isEmailInUse = async ({ db }: Deps, email: string) =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()) !== undefined

const loadEmailChange = ({ db }: Deps, change_id: number) =>
  db
    .selectFrom('email_changes')
    .where('id', '=', change_id)
    .select(['old_email', 'new_email', 'ended_at'])
    .executeTakeFirst()
