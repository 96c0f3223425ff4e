/** What all links of mails share: how an address that does not work anymore is answered, and when it is forgotten. */
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { refuse, type Refusal } from '#platform/refusal.ts'

const reset_ms = 3_600_000
const month_ms = 30 * 86_400_000

/** Truncated, foreign and invented addresses are answered alike. */
export const unknownLink = (): Refusal => refuse(404, 'This link is not complete. Please open it from the mail again.')
export const usedLink = (): Refusal => refuse(410, 'This link has been used already.')
export const oldLink = (): Refusal => refuse(410, 'This link is too old.')
export const endedLink = (): Refusal => refuse(410, 'This link no longer holds: it was replaced or taken back.')

/** Makes the token of a link for a new password; only its hash is kept. */
export const makeReset = async (db: Db | Trx, user_id: number, now: Date): Promise<string> => {
  const token = randomToken()
  const expires_at = new Date(now.getTime() + reset_ms)
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashToken(token), user_id, expires_at })
    .execute()
  return token
}

/** A new password or email: links that went out before open nothing anymore, and a login half done is not finished. */
export const endLinks = async (trx: Trx, user_id: number, now: Date): Promise<void> => {
  await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  await trx.deleteFrom('second_steps').where('user_id', '=', user_id).execute()
  await trx
    .updateTable('google_challenges')
    .set({ ended_at: now })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute()
  await endWaitingEmail(trx, user_id, now)
}

export const endWaitingEmail = async (db: Db | Trx, user_id: number, now: Date): Promise<void> => {
  await db
    .updateTable('email_changes')
    .set({ ended_at: now })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute()
}

/** For a month it can be told that a link was used or too old; then it is as if it had never been. */
export const forgetOldLinks = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - month_ms)
  const tables = [
    'password_resets',
    'email_changes',
    'preference_links',
    'email_verifications',
    'google_challenges',
  ] as const
  for (const table of tables) await db.deleteFrom(table).where('expires_at', '<', before).execute()
}
