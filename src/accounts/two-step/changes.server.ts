/** What changes about somebody's second step: each change holds the account, tells its owner by mail, and is whole or not at all. */
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { record, type TwoStepChange as Change } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { holdAccount } from '../own/password.server.ts'
import { endOthers } from '../own/sessions.server.ts'
import { confirmApp, removeApp } from './app.server.ts'
import { addPasskey, removePasskey, type readNew } from './passkeys.server.ts'
import { isTwoStepRequired } from './policy.ts'
import { renewRecoveryCodes } from './recovery.server.ts'
import { hasTwoStep } from './state.server.ts'

type Mine = Pick<Member, 'user_id' | 'session_id' | 'platform_roles'>

const tell = (trx: Trx, user_id: number, change: Change) => record(trx, 'user.two_step_changed', { user_id, change })

/**
 * Holds the account for a change of its second step. Throws 401 when the session that asks has ended meanwhile, so that
 * nobody adds a factor past a new password or the first proof of the mailbox.
 */
const hold = async (trx: Trx, { user_id, session_id }: Mine) => {
  const account = await holdAccount(trx, user_id)
  const session = await trx.selectFrom('sessions').where('id', '=', session_id).select('id').executeTakeFirst()
  if (!session) throw refuse(401, 'Your session has ended. Please log in again.')
  return account
}

/** Throws 403 before the mailbox is proved: whoever registers another's email must not lock its owner out. */
export const needProvenEmail = ({ email_verified_at }: { email_verified_at: Date | null }): void => {
  if (email_verified_at === null) throw refuse(403, unproven_text)
}
const unproven_text = 'Please confirm your email first: open the link that we mailed to you.'

/** The first app or passkey turns two-step sign-in on: codes for a bad day come with it, and all other sessions end. */
const add = async (trx: Trx, mine: Mine, change: Change, work: () => Promise<void>): Promise<string[] | null> => {
  needProvenEmail(await hold(trx, mine))
  const was_on = await hasTwoStep(trx, mine.user_id)
  await work()
  await tell(trx, mine.user_id, was_on ? change : 'on')
  if (was_on) return null
  await endOthers(trx, mine)
  return renewRecoveryCodes(trx, mine.user_id)
}

/** Without its last app or passkey, two-step sign-in is off. Throws 409 where it is required. */
const remove = async (
  trx: Trx,
  mine: Mine,
  { change, demo }: { change: Change; demo: boolean },
  work: () => Promise<void>,
): Promise<void> => {
  const { user_id, platform_roles } = mine
  await hold(trx, mine)
  await work()
  const is_on = await hasTwoStep(trx, user_id)
  if (!is_on && isTwoStepRequired({ platform_roles, demo }))
    throw refuse(409, 'Your role needs two-step sign-in. Please add another app or passkey before you remove this one.')
  if (!is_on) await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tell(trx, user_id, is_on ? change : 'off')
}

/** Answers the recovery codes, if this turned two-step sign-in on. Throws 410, 422 like `confirmApp`. */
export const addApp = (deps: Pick<Deps, 'secret'>, trx: Trx, mine: Mine, { code, now }: { code: string; now: Date }) =>
  add(trx, mine, 'app_added', () => confirmApp(deps, trx, { user_id: mine.user_id, code, now }))

type Made = Awaited<ReturnType<typeof readNew>> & { name: string; now: Date }

/** Answers the recovery codes, if this turned two-step sign-in on. Throws 409 when the passkey is known. */
export const addMadePasskey = (trx: Trx, mine: Mine, made: Made) =>
  add(trx, mine, 'passkey_added', () => addPasskey(trx, { ...made, user_id: mine.user_id }))

export const dropApp = (trx: Trx, mine: Mine, demo: boolean) =>
  remove(trx, mine, { change: 'app_removed', demo }, () => removeApp(trx, mine.user_id))

export const dropPasskey = (trx: Trx, mine: Mine, { id, demo }: { id: number; demo: boolean }) =>
  remove(trx, mine, { change: 'passkey_removed', demo }, () => removePasskey(trx, mine.user_id, id))

/** Throws 409 while two-step sign-in is off. */
export const newCodes = async (trx: Trx, mine: Mine): Promise<string[]> => {
  const { user_id } = mine
  await hold(trx, mine)
  if (!(await hasTwoStep(trx, user_id))) throw refuse(409, 'Two-step sign-in is off, so there are no recovery codes.')
  await tell(trx, user_id, 'codes_renewed')
  return renewRecoveryCodes(trx, user_id)
}
