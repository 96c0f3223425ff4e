import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { verifyPassword } from '../passwords.server.ts'
import { endSessionsOf } from '../session.server.ts'
import { endLinks } from './links.server.ts'

/**
 * Checks the account's password and returns its hash. Throws 422 beside `field` for a wrong one and when there is none.
 */
export const verifyAccountPassword = async (
  db: Db,
  user_id: number,
  password: string,
  field: string,
): Promise<string> => {
  const { password_hash } = await loadPasswordState(db, user_id)
  if (password_hash === null)
    throw refuse.fields({ [field]: ['Your account has no password yet. Please set one first.'] })
  if (!(await verifyPassword(password_hash, password))) throw refuse.fields({ [field]: ['This is not your password.'] })
  return password_hash
}

export const loadPasswordState = (db: Db, user_id: number) =>
  db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['password_hash', 'email_verified_at'])
    .executeTakeFirstOrThrow()

type ReplacePasswordInput = { user_id: number; password_hash: string; now: Date }

/** Replaces the password and ends every earlier session and link. */
export const replacePassword = async (
  trx: Trx,
  { user_id, password_hash, now }: ReplacePasswordInput,
): Promise<void> => {
  await trx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
  await endLinks(trx, user_id, now)
  await endSessionsOf(trx, user_id)
  await recordEvent(trx, 'user.password_changed', { user_id })
}

/**
 * Locks the account. Everything that changes its password or email locks the account first, and its other rows after
 * that.
 */
export const lockAccount = (trx: Trx, user_id: number) =>
  trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'password_hash', 'email_verified_at'])
    .forUpdate()
    .executeTakeFirstOrThrow()

const PASSWORD_CHANGED_TEXT = 'Your password was changed a moment ago. Please log in again.'

/**
 * For a sign-in by password: keeps the password unchanged until the transaction ends. Throws 409 when it differs from
 * `verified_hash`.
 */
export const lockPasswordShared = async (trx: Trx, user_id: number, verified_hash: string | null): Promise<void> => {
  // A shared lock: concurrent logins of one user do not wait for each other, and other rows of the user can be written.
  const { password_hash } = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('password_hash')
    .forShare()
    .executeTakeFirstOrThrow()
  if (password_hash !== verified_hash) throw refuse(409, PASSWORD_CHANGED_TEXT)
}

/**
 * Locks the account. Throws 409 when the password differs from `verified_hash`: of several concurrent changes, one
 * succeeds.
 */
export const lockPassword = async (trx: Trx, user_id: number, verified_hash: string | null): Promise<void> => {
  const { password_hash } = await lockAccount(trx, user_id)
  if (password_hash !== verified_hash) throw refuse(409, PASSWORD_CHANGED_TEXT)
}
