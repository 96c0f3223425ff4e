/** Challenges that link a Google account to an existing account: valid for minutes, until its password is entered. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

const CHALLENGE_LIFETIME_MS = 10 * 60_000
const MAX_ATTEMPTS = 5

const challengeOver = () =>
  refuse(410, 'This took too long, or was tried too often. Please continue with Google again.')

type GoogleChallengeInput = { user_id: number; subject: string; now: Date }

/** Creates a challenge for one Google account and one of our accounts. Returns its token; only the hash is stored. */
export const createChallenge = async (trx: Trx, { user_id, subject, now }: GoogleChallengeInput): Promise<string> => {
  const token = randomToken()
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFETIME_MS)
  await trx
    .insertInto('google_challenges')
    .values({ token_hash: hashToken(token), user_id, subject, expires_at })
    .execute()
  return token
}

/**
 * Counts an attempt before the password is checked. Throws 410 when the challenge is unknown, used, expired or out of
 * attempts.
 */
export const countChallengeAttempt = async (db: Db, token: string, now: Date) => {
  const challenge = await db
    .updateTable('google_challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returning(['user_id', 'subject'])
    .executeTakeFirst()
  if (!challenge) throw challengeOver()
  return challenge
}

/** Marks a challenge as used. Throws 410 when another request used it meanwhile. */
export const completeChallenge = async (trx: Trx, token: string, now: Date): Promise<void> => {
  const challenge = await trx
    .updateTable('google_challenges')
    .set({ ended_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!challenge) throw challengeOver()
}
