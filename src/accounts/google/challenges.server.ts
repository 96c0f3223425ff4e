/** A Google account waits, for minutes, for the password of the account that it is to open. */
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

const good_for_ms = 10 * 60_000
const most_tries = 5

const over = () => refuse(410, 'This took too long, or was tried too often. Please continue with Google again.')

type Made = { user_id: number; subject: string; now: Date }

/** The token; only its hash is kept. A challenge is for one Google account and one of ours. */
export const makeChallenge = async (trx: Trx, { user_id, subject, now }: Made): Promise<string> => {
  const token = randomToken()
  const expires_at = new Date(now.getTime() + good_for_ms)
  await trx
    .insertInto('google_challenges')
    .values({ token_hash: hashToken(token), user_id, subject, expires_at })
    .execute()
  return token
}

/** Counts one try, before the password is looked at. Throws 410 when the challenge is used, unknown, too old, or was tried too often. */
export const tryChallenge = async (db: Db, token: string, now: Date) => {
  const found = await db
    .updateTable('google_challenges')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', most_tries)
    .returning(['user_id', 'subject'])
    .executeTakeFirst()
  if (!found) throw over()
  return found
}

/** Uses it up. Throws 410 when somebody else did meanwhile. */
export const endChallenge = async (trx: Trx, token: string, now: Date): Promise<void> => {
  const ended = await trx
    .updateTable('google_challenges')
    .set({ ended_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!ended) throw over()
}
