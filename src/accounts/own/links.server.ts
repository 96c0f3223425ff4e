/** Shared by all mailed links: the errors for links that do not work anymore, and their deletion. */
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse, type Refusal } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

const RESET_LIFETIME_MS = 3_600_000
const RETENTION_MS = 30 * DAY_MS

/** Truncated, foreign and invented links get the same error. */
export const unknownLink = (): Refusal => refuse(404, 'This link is not complete. Please open it from the mail again.')
export const usedLink = (): Refusal => refuse(410, 'This link has been used already.')
export const expiredLink = (): Refusal => refuse(410, 'This link is too old.')
export const endedLink = (): Refusal => refuse(410, 'This link no longer works: it was replaced or canceled.')

/** Creates the token of a password reset link. Only its hash is stored. */
export const createResetToken = async (db: Db | Trx, user_id: number, now: Date): Promise<string> => {
  const token = randomToken()
  const expires_at = new Date(now.getTime() + RESET_LIFETIME_MS)
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashToken(token), user_id, expires_at })
    .execute()
  return token
}

/** Ends all earlier links and unfinished logins after a new password or email. */
export const endLinks = async (trx: Trx, user_id: number, now: Date): Promise<void> => {
  await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  await trx.deleteFrom('pending_logins').where('user_id', '=', user_id).execute()
  await trx
    .updateTable('google_challenges')
    .set({ ended_at: now })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute()
  await cancelPendingEmail(trx, user_id, now)
}

export const cancelPendingEmail = async (db: Db | Trx, user_id: number, now: Date): Promise<void> => {
  await db
    .updateTable('email_changes')
    .set({ ended_at: now })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Keeps expired links for a month, so that a visitor learns why one does not work. */
export const purgeOldLinks = async (db: Db, now: Date): Promise<void> => {
  const cutoff = new Date(now.getTime() - RETENTION_MS)
  const tables = [
    'password_resets',
    'email_changes',
    'preference_links',
    'email_verifications',
    'google_challenges',
  ] as const
  for (const table of tables) await db.deleteFrom(table).where('expires_at', '<', cutoff).execute()
}
