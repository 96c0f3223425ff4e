/** The first verification of an email: removes everything that someone else may have set up in the account before. */
import type { Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { endSessionsOf } from '../session.server.ts'
import { endLinks } from './links.server.ts'

type FirstVerificationInput = {
  user_id: number
  /** The session that verified the email, if it belongs to this account. It continues. */
  session_id?: number | null
  /** The password was set through the same mailed link. */
  keeps_password?: boolean
  now: Date
}

/**
 * Ends every second factor, link and session made before. Ends the password too, unless the email was confirmed in a
 * session of this account, so that a person who registered with another person's email loses access. Returns whether a
 * password ended. Lock the account first: sign-ins and changes wait for it.
 */
export const dropUnverifiedAccess = async (
  trx: Trx,
  { user_id, session_id = null, keeps_password = false, now }: FirstVerificationInput,
): Promise<{ ended_password: boolean }> => {
  const { is_on } = await removeTwoStep(trx, user_id)
  if (is_on) await recordEvent(trx, 'user.two_step_changed', { user_id, change: 'off' })
  await endLinks(trx, user_id, now)
  await endSessionsOf(trx, user_id, session_id)
  if (keeps_password) return { ended_password: false }
  const ended = await trx
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', user_id)
    .where('password_hash', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').where('user_id', '=', user_id).select('id'))),
    )
    .returning('id')
    .executeTakeFirst()
  return { ended_password: ended !== undefined }
}

/** Removes every app, passkey and recovery code. Returns whether two-step sign-in was on. */
export const removeTwoStep = async (trx: Trx, user_id: number): Promise<{ is_on: boolean }> => {
  const passkeys = await trx.deleteFrom('passkeys').where('user_id', '=', user_id).returning('id').execute()
  const apps = await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', user_id).execute()
  await trx.deleteFrom('email_codes').where('user_id', '=', user_id).execute()
  return { is_on: passkeys.length > 0 || apps.some(({ confirmed_at }) => confirmed_at !== null) }
}
