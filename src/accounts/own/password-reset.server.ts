import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/ids.server.ts'

import { markEmailVerified } from '../verify/verify.server.ts'
import { expiredLink, unknownLink, usedLink } from './links.server.ts'
import { lockAccount, replacePassword } from './password.server.ts'

export const MAIL_RESET_JOB = 'accounts.mail-password-reset'
export type PasswordResetJob = { user_id: number | null }

/** Queues the mail with the link. Does the same work for an unknown email: then the job does nothing. */
export const requestPasswordReset = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, email: string): Promise<void> => {
  const user = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  const jobData: PasswordResetJob = { user_id: user?.id ?? null }
  await jobs.send(MAIL_RESET_JOB, jobData)
}

/** Returns the id of the link's user while the link works. Throws 404 or 410. */
export const findResetUser = async (db: Db | Trx, token: string, now: Date): Promise<number> => {
  const reset = await db
    .selectFrom('password_resets')
    .where('token_hash', '=', hashToken(token))
    .select(['user_id', 'expires_at', 'used_at'])
    .executeTakeFirst()
  if (!reset) throw unknownLink()
  if (reset.used_at) throw usedLink()
  if (reset.expires_at <= now) throw expiredLink()
  return reset.user_id
}

/** Uses a link once and sets the password. Returns the account's email. Throws 404 or 410. */
export const applyPasswordReset = async (
  trx: Trx,
  { token, password_hash, now }: { token: string; password_hash: string; now: Date },
): Promise<string> => {
  const user_id = await findResetUser(trx, token, now)
  const { email } = await lockAccount(trx, user_id)
  const reset = await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  // Another request used it meanwhile.
  if (!reset) throw usedLink()
  await replacePassword(trx, { user_id, password_hash, now })
  // Opening a mailed link verifies the email.
  await markEmailVerified(trx, { user_id, email, keeps_password: true, now })
  return email
}
