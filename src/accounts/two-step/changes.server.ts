/** Changes to a user's second factors. Each one locks the account, mails its owner, and runs in one transaction. */
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent, type TwoStepChange as Change } from '#platform/jobs/outbox.server.ts'

import { lockAccount } from '../own/password.server.ts'
import { endOtherUserSessions } from '../own/sessions.server.ts'
import { confirmApp, removeApp } from './app.server.ts'
import { addPasskey, removePasskey, type verifyRegistration } from './passkeys.server.ts'
import { isTwoStepRequired } from './policy.ts'
import { renewRecoveryCodes } from './recovery.server.ts'
import { hasTwoStep } from './state.server.ts'

type TwoStepOwner = Pick<Member, 'user_id' | 'session_id' | 'platform_roles'>

const recordChange = (trx: Trx, user_id: number, change: Change) =>
  recordEvent(trx, 'user.two_step_changed', { user_id, change })

/**
 * Locks the account for a change. Throws 401 when the requesting session has ended meanwhile, so that nobody adds a
 * factor after a password change or the first verification of the email.
 */
const lockForChange = async (trx: Trx, { user_id, session_id }: TwoStepOwner) => {
  const account = await lockAccount(trx, user_id)
  const session = await trx.selectFrom('sessions').where('id', '=', session_id).select('id').executeTakeFirst()
  if (!session) throw refuse(401, 'Your session has ended. Please log in again.')
  return account
}

/** Throws 403 until the email is confirmed: a user who registers another person's email must not lock its owner out. */
export const requireVerifiedEmail = ({ email_verified_at }: { email_verified_at: Date | null }): void => {
  if (email_verified_at === null) throw refuse(403, UNVERIFIED_TEXT)
}
const UNVERIFIED_TEXT = 'Please confirm your email first: open the link that we mailed to you.'

/** Adds a factor. The first one turns two-step sign-in on: it returns recovery codes and ends all other sessions. */
const addFactor = async (
  trx: Trx,
  owner: TwoStepOwner,
  change: Change,
  applyChange: () => Promise<void>,
): Promise<string[] | null> => {
  requireVerifiedEmail(await lockForChange(trx, owner))
  const was_on = await hasTwoStep(trx, owner.user_id)
  await applyChange()
  await recordChange(trx, owner.user_id, was_on ? change : 'on')
  if (was_on) return null
  await endOtherUserSessions(trx, owner)
  return renewRecoveryCodes(trx, owner.user_id)
}

/** Removes a factor. Without the last one, two-step sign-in is off. Throws 409 where it is required. */
const removeFactor = async (
  trx: Trx,
  owner: TwoStepOwner,
  { change, demo }: { change: Change; demo: boolean },
  applyChange: () => Promise<void>,
): Promise<void> => {
  const { user_id, platform_roles } = owner
  await lockForChange(trx, owner)
  await applyChange()
  const is_on = await hasTwoStep(trx, user_id)
  if (!is_on && isTwoStepRequired({ platform_roles, demo }))
    throw refuse(409, 'Your role needs two-step sign-in. Please add another app or passkey before you remove this one.')
  if (!is_on) await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await recordChange(trx, user_id, is_on ? change : 'off')
}

/** Returns the recovery codes if this turned two-step sign-in on. Throws 410 and 422 as `confirmApp` does. */
export const addApp = (
  deps: Pick<Deps, 'secret'>,
  trx: Trx,
  owner: TwoStepOwner,
  { code, now }: { code: string; now: Date },
) => addFactor(trx, owner, 'app_added', () => confirmApp(deps, trx, { user_id: owner.user_id, code, now }))

type NewPasskeyInput = Awaited<ReturnType<typeof verifyRegistration>> & { name: string; now: Date }

/** Returns the recovery codes if this turned two-step sign-in on. Throws 409 when the passkey is registered already. */
export const addPasskeyFactor = (trx: Trx, owner: TwoStepOwner, passkey: NewPasskeyInput) =>
  addFactor(trx, owner, 'passkey_added', () => addPasskey(trx, { ...passkey, user_id: owner.user_id }))

export const removeAppFactor = (trx: Trx, owner: TwoStepOwner, demo: boolean) =>
  removeFactor(trx, owner, { change: 'app_removed', demo }, () => removeApp(trx, owner.user_id))

export const removePasskeyFactor = (trx: Trx, owner: TwoStepOwner, { id, demo }: { id: number; demo: boolean }) =>
  removeFactor(trx, owner, { change: 'passkey_removed', demo }, () => removePasskey(trx, owner.user_id, id))

/** Replaces the recovery codes. Throws 409 while two-step sign-in is off. */
export const replaceRecoveryCodes = async (trx: Trx, owner: TwoStepOwner): Promise<string[]> => {
  const { user_id } = owner
  await lockForChange(trx, owner)
  if (!(await hasTwoStep(trx, user_id))) throw refuse(409, 'Two-step sign-in is off, so there are no recovery codes.')
  await recordChange(trx, user_id, 'codes_renewed')
  return renewRecoveryCodes(trx, user_id)
}
