import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Actor, Member } from '#platform/actor.ts'
import { proveHuman } from '#platform/captcha/captcha.server.ts'
import type { CaptchaAction } from '#platform/captcha/contract.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { noteSecurityEvent } from '#platform/security-log.server.ts'

import { provePassword } from './own/password.server.ts'
import { allowGuess, forgetGuesses } from './tries.server.ts'
import { emailOf } from './users.server.ts'
import { unverifiedEmailOf } from './verify/verify.server.ts'

/** An account with a confirmed email proved enough; everybody else does the work of a CAPTCHA. Throws 422. */
export const proveHumanOrVerified = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  { user_id }: Pick<Actor, 'user_id'>,
  captcha: string | undefined,
  action: CaptchaAction,
): Promise<void> => {
  if (user_id === null || (await unverifiedEmailOf(deps.db, user_id)) !== undefined)
    await proveHuman(deps, captcha, action)
}

const RECENT_MS = 15 * 60_000

/** For an account without a password: throws 403 unless this session began with a sign-in of the last 15 minutes. */
export const needRecentSignIn = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { session_id }: Pick<Member, 'session_id'>,
): Promise<void> => {
  const recent = await db
    .selectFrom('sessions')
    .where('id', '=', session_id)
    .where('created_at', '>', new Date(clock.now().getTime() - RECENT_MS))
    .select('id')
    .executeTakeFirst()
  if (!recent)
    throw refuse(403, 'This needs a sign-in of the last 15 minutes. Please log out, log in again and come back.')
}

type Asked = { actor: Pick<Member, 'user_id'>; request: FastifyRequest; reply: FastifyReply }

/**
 * The hash of the password, if this is it. Whoever has the session, but not the password, must not find it out here:
 * throws 422 beside `field`, and 429 after too many tries.
 */
export const proveOwner = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  { actor: { user_id }, request, reply }: Asked,
  password: string,
  field = 'password',
): Promise<string> => {
  // The same count as that of the login: no second way to try passwords.
  const email = await emailOf(deps.db, user_id)
  await allowGuess(deps, { request, reply }, { email, field, label: 'this password' })
  const seen = await provePassword(deps.db, user_id, password, field).catch((error: unknown) => {
    noteSecurityEvent(request, { type: 'password_check_failed' })
    throw error
  })
  await forgetGuesses(deps, request, { email })
  return seen
}
