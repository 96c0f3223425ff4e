/** Passkey challenges: each works once, in the browser that requested it, within five minutes. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { readHostCookie, setHostCookie } from '#platform/http/host-cookie.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

const CHALLENGE_LIFETIME_MS = 300_000

export type ChallengePurpose = 'register' | 'sign_in' | 'second_step'
type PasskeyChallenge = { purpose: ChallengePurpose; user_id: number | null; challenge: string }

export const storeChallenge = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  challenge: PasskeyChallenge,
): Promise<void> => {
  const token = randomToken()
  const expires_at = new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS)
  await db
    .insertInto('passkey_challenges')
    .values({ ...challenge, token_hash: hashToken(token), expires_at })
    .execute()
  setHostCookie(reply, config, {
    name: 'passkey_challenge',
    value: token,
    max_age_seconds: CHALLENGE_LIFETIME_MS / 1_000,
  })
}

/**
 * Removes and returns this browser's challenge, whether its response is right or not. Throws 410 when there is none.
 */
export const consumeChallenge = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: FastifyRequest,
  { purpose, user_id, now }: { purpose: ChallengePurpose; user_id: number | null; now: Date },
): Promise<string> => {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', hashToken(readHostCookie(request, config, 'passkey_challenge') ?? ''))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  if (!row) throw refuse(410, 'This took too long. Please try again.')
  return row.challenge
}
