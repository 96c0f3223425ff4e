import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Actor, Member } from '#platform/actor.ts'
import { requireHuman } from '#platform/captcha/captcha.server.ts'
import type { CaptchaAction } from '#platform/captcha/contract.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'

import { limitGuesses, resetGuesses } from './attempts.server.ts'
import { verifyAccountPassword } from './own/password.server.ts'
import { noteSecurityEvent } from './security/security-log.server.ts'
import { loadEmail } from './users.server.ts'
import { findUnverifiedEmail } from './verify/verify.server.ts'

/** Requires a CAPTCHA, except from a user with a confirmed email. Throws 422. */
export const requireHumanOrVerified = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  { user_id }: Pick<Actor, 'user_id'>,
  captcha: string | undefined,
  action: CaptchaAction,
): Promise<void> => {
  if (user_id === null || (await findUnverifiedEmail(deps.db, user_id)) !== undefined)
    await requireHuman(deps, captcha, action)
}

const RECENT_SIGN_IN_MS = 15 * 60_000

/** For an account without a password: throws 403 unless this session began in the last 15 minutes. */
export const requireRecentSignIn = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { session_id }: Pick<Member, 'session_id'>,
): Promise<void> => {
  const session = await db
    .selectFrom('sessions')
    .where('id', '=', session_id)
    .where('created_at', '>', new Date(clock.now().getTime() - RECENT_SIGN_IN_MS))
    .select('id')
    .executeTakeFirst()
  if (!session)
    throw refuse(403, 'This needs a sign-in of the last 15 minutes. Please log out, log in again and come back.')
}

type ConfirmPasswordContext = { actor: Pick<Member, 'user_id'>; request: FastifyRequest; reply: FastifyReply }

/**
 * Checks the user's password and returns its hash. Throws 422 beside `field` for a wrong password, and 429 after too
 * many attempts, so that a stolen session cannot guess it.
 */
export const confirmPassword = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  { actor: { user_id }, request, reply }: ConfirmPasswordContext,
  password: string,
  field = 'password',
): Promise<string> => {
  // Shares the attempt counter with the login, so that there is no second way to guess passwords.
  const email = await loadEmail(deps.db, user_id)
  await limitGuesses(deps, { request, reply }, { email, field, label: 'this password' })
  const password_hash = await verifyAccountPassword(deps.db, user_id, password, field).catch((error: unknown) => {
    noteSecurityEvent(request, { type: 'password_check_failed' })
    throw error
  })
  await resetGuesses(deps, request, { email })
  return password_hash
}
