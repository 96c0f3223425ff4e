/** The mails of one's own account. Links begin with the shop's own address, which no request may tell. */
import type { Deps } from '#platform/deps.ts'

import { suspended_role } from '../suspension.server.ts'
import { makeConfirmation } from './email-change.server.ts'
import { makeReset } from './links.server.ts'
import { preferencesAddress } from './preferences.server.ts'

const drawn = () => import('../parts/account-mails.tsx')

/** The link for a new password; nothing when nobody has the email that was typed. */
export const mailPasswordReset = async (deps: Deps, user_id: number | null): Promise<void> => {
  if (user_id === null) return
  const to = await emailOf(deps, user_id)
  // Deleted since it was asked for.
  if (to === undefined) return
  const { passwordResetMail } = await drawn()
  const token = await makeReset(deps.db, user_id, deps.clock.now())
  const address = `${deps.config.public_url}/reset-password/${token}`
  await deps.mail.send({ to, ...(await passwordResetMail({ address })) })
}

export const mailPasswordChanged = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await emailOf(deps, user_id)
  if (to === undefined) return
  const { passwordChangedMail } = await drawn()
  const address = `${deps.config.public_url}/forgot-password`
  const preferences = await preferencesAddress(deps, user_id)
  await deps.mail.send({ to, ...(await passwordChangedMail({ address, preferences })) })
}

/** Why nothing opens any more; nothing to somebody who was let in again meanwhile. */
export const mailSuspended = async (deps: Deps, user_id: number): Promise<void> => {
  const person = await standingOf(deps, user_id)
  if (!person?.is_suspended) return
  const { suspendedMail } = await drawn()
  const address = `${deps.config.public_url}/contact?topic=account`
  await deps.mail.send({ to: person.email, ...(await suspendedMail({ address })) })
}

export const mailLetInAgain = async (deps: Deps, user_id: number): Promise<void> => {
  const person = await standingOf(deps, user_id)
  if (!person || person.is_suspended) return
  const { letInAgainMail } = await drawn()
  await deps.mail.send({ to: person.email, ...(await letInAgainMail({ address: `${deps.config.public_url}/login` })) })
}

/** Whoever gets a hand in the shop's affairs should know of it, and whoever loses it. */
export const mailRolesChanged = async (
  deps: Deps,
  { user_id, roles }: { user_id: number; roles: readonly string[] },
): Promise<void> => {
  const to = await emailOf(deps, user_id)
  if (to === undefined) return
  const { rolesChangedMail } = await drawn()
  const address = `${deps.config.public_url}${roles.length > 0 ? '/account/two-step' : '/account/details'}`
  await deps.mail.send({ to, ...(await rolesChangedMail({ address, roles })) })
}

const standingOf = async ({ db }: Deps, user_id: number) => {
  const found = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'platform_roles'])
    .executeTakeFirst()
  return found && { email: found.email, is_suspended: found.platform_roles.includes(suspended_role) }
}

/** Somebody tried to register with the email of this account: its owner may have forgotten that it is there. */
export const mailKnownEmail = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await emailOf(deps, user_id)
  if (to === undefined) return
  const { knownEmailMail } = await drawn()
  const { public_url } = deps.config
  await deps.mail.send({
    to,
    ...(await knownEmailMail({ login: `${public_url}/login`, reset: `${public_url}/forgot-password` })),
  })
}

/** Another way to come in is news to whoever did not open it. */
export const mailGoogleConnected = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await emailOf(deps, user_id)
  if (to === undefined) return
  const { googleConnectedMail } = await drawn()
  const address = `${deps.config.public_url}/account/password`
  await deps.mail.send({ to, ...(await googleConnectedMail({ address })) })
}

/** The link goes to the new email. Whoever has an account under it already gets word instead, and no link. */
export const mailEmailConfirmation = async (deps: Deps, change_id: number): Promise<void> => {
  const change = await changeOf(deps, change_id)
  if (!change || change.ended_at) return
  const { emailConfirmationMail, emailTakenMail } = await drawn()
  const { new_email: to, old_email } = change
  if (await deps.mail.wasSent(to)) return
  const { public_url } = deps.config
  if (await isTaken(deps, to)) {
    await deps.mail.send({ to, ...(await emailTakenMail({ address: `${public_url}/login` })) })
    return
  }
  const token = await makeConfirmation(deps.db, change_id)
  const address = `${public_url}/account/details/confirm-email?token=${token}`
  await deps.mail.send({ to, ...(await emailConfirmationMail({ address, old_email })) })
}

export const mailEmailNotice = async (deps: Deps, change_id: number): Promise<void> => {
  const change = await changeOf(deps, change_id)
  if (!change) return
  const { emailNoticeMail } = await drawn()
  const { old_email: to, new_email } = change
  const address = `${deps.config.public_url}/account/details`
  await deps.mail.send({ to, ...(await emailNoticeMail({ address, new_email })) })
}

/** Word to both emails that the one took the other's place. */
export const mailEmailChanged = async (
  deps: Deps,
  change_id: number,
  whose: 'old_email' | 'new_email',
): Promise<void> => {
  const change = await changeOf(deps, change_id)
  if (!change) return
  const { emailChangedMail } = await drawn()
  const { old_email, new_email } = change
  await deps.mail.send({ to: change[whose], ...(await emailChangedMail({ old_email, new_email })) })
}

const emailOf = async ({ db }: Deps, user_id: number) =>
  (await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst())?.email

const isTaken = async ({ db }: Deps, email: string) =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()) !== undefined

const changeOf = ({ db }: Deps, change_id: number) =>
  db
    .selectFrom('email_changes')
    .where('id', '=', change_id)
    .select(['old_email', 'new_email', 'ended_at'])
    .executeTakeFirst()
