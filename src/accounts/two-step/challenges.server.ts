/** What an authenticator is asked to sign: once, by the browser that asked, within five minutes. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { hostCookie, setHostCookie } from '#platform/host-cookie.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

const answer_ms = 300_000

export type Purpose = 'register' | 'sign_in' | 'second_step'
type Challenge = { purpose: Purpose; user_id: number | null; challenge: string }

export const keepChallenge = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  asked: Challenge,
): Promise<void> => {
  const token = randomToken()
  const expires_at = new Date(clock.now().getTime() + answer_ms)
  await db
    .insertInto('passkey_challenges')
    .values({ ...asked, token_hash: hashToken(token), expires_at })
    .execute()
  setHostCookie(reply, config, { name: 'passkey_challenge', value: token, max_age_seconds: answer_ms / 1_000 })
}

/** Takes the challenge of this browser away, whether the answer to it is right or not. Throws 410 when there is none. */
export const takeChallenge = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: FastifyRequest,
  { purpose, user_id, now }: { purpose: Purpose; user_id: number | null; now: Date },
): Promise<string> => {
  const found = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', hashToken(hostCookie(request, config, 'passkey_challenge') ?? ''))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  if (!found) throw refuse(410, 'This took too long. Please try again.')
  return found.challenge
}
