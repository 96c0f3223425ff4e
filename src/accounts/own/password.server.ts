import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { verifyPassword } from '../passwords.server.ts'
import { endSessionsOf } from '../session.server.ts'
import { endLinks } from './links.server.ts'

/** The hash of the account's password, if this is it. Throws 422 beside `field` for any other, and when there is none. */
export const provePassword = async (db: Db, user_id: number, password: string, field: string): Promise<string> => {
  const { password_hash } = await passwordOf(db, user_id)
  if (password_hash === null)
    throw refuse.fields({ [field]: ['Your account has no password yet. Please set one first.'] })
  if (!(await verifyPassword(password_hash, password))) throw refuse.fields({ [field]: ['This is not your password.'] })
  return password_hash
}

export const passwordOf = (db: Db, user_id: number) =>
  db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['password_hash', 'email_verified_at'])
    .executeTakeFirstOrThrow()

type Replaced = { user_id: number; password_hash: string; now: Date }

/** Another password, by whichever way: every session and every link of before ends. */
export const replacePassword = async (trx: Trx, { user_id, password_hash, now }: Replaced): Promise<void> => {
  await trx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
  await endLinks(trx, user_id, now)
  await endSessionsOf(trx, user_id)
  await record(trx, 'user.password_changed', { user_id })
}

/** Everything that changes an account's password or email holds the account first, and what belongs to it after. */
export const holdAccount = (trx: Trx, user_id: number) =>
  trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'password_hash', 'email_verified_at'])
    .forUpdate()
    .executeTakeFirstOrThrow()

const changed_text = 'Your password was changed a moment ago. Please log in again.'

/** For whoever comes in by a password: it stays as it is until the transaction ends. Throws 409 when it is not `seen` anymore. */
export const keepPassword = async (trx: Trx, user_id: number, seen: string | null): Promise<void> => {
  // Shared: logins of one person do not wait for each other, and rows that belong to them can be written meanwhile.
  const { password_hash } = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('password_hash')
    .forShare()
    .executeTakeFirstOrThrow()
  if (password_hash !== seen) throw refuse(409, changed_text)
}

/** Throws 409 when the password is not `seen` anymore: of several changes at once, one is carried out. */
export const holdPassword = async (trx: Trx, user_id: number, seen: string | null): Promise<void> => {
  const { password_hash } = await holdAccount(trx, user_id)
  if (password_hash !== seen) throw refuse(409, changed_text)
}
