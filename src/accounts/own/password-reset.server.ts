import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/ids.server.ts'

import { markVerified } from '../verify/verify.server.ts'
import { oldLink, unknownLink, usedLink } from './links.server.ts'
import { holdAccount, replacePassword } from './password.server.ts'

export const mail_reset_job = 'accounts.mail-password-reset'
export type ResetAsked = { user_id: number | null }

/** Asks for the mail with the link. Does the same for an email that nobody has: the job finds nothing to do. */
export const askForReset = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, email: string): Promise<void> => {
  const found = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  const asked: ResetAsked = { user_id: found?.id ?? null }
  await jobs.send(mail_reset_job, asked)
}

/** Whose link it is, as long as it works. Throws 404 or 410. */
export const ownerOfReset = async (db: Db | Trx, token: string, now: Date): Promise<number> => {
  const found = await db
    .selectFrom('password_resets')
    .where('token_hash', '=', hashToken(token))
    .select(['user_id', 'expires_at', 'used_at'])
    .executeTakeFirst()
  if (!found) throw unknownLink()
  if (found.used_at) throw usedLink()
  if (found.expires_at <= now) throw oldLink()
  return found.user_id
}

/** Uses a link once and sets the password. Answers the email of its account. Throws 404 or 410. */
export const useReset = async (
  trx: Trx,
  { token, password_hash, now }: { token: string; password_hash: string; now: Date },
): Promise<string> => {
  const user_id = await ownerOfReset(trx, token, now)
  const { email } = await holdAccount(trx, user_id)
  const used = await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  // Somebody else used it while we waited.
  if (!used) throw usedLink()
  await replacePassword(trx, { user_id, password_hash, now })
  // The link was in a mail to this email.
  await markVerified(trx, { user_id, email, keeps_password: true, now })
  return email
}
