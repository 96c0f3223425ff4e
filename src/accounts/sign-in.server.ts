/**
 * Completes every kind of sign-in: after a right first step, the user gets a session or is asked for the second step.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie } from '#platform/http/host-cookie.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { rememberDevice } from './known-device.server.ts'
import { lockPasswordShared } from './own/password.server.ts'
import { noteSecurityEvent } from './security/security-log.server.ts'
import { createSession, getClientInfo, endSession, setSessionCookie } from './session.server.ts'
import type { SignInHook } from './sign-in-hook.ts'
import { startSecondStep, type FirstStepResult } from './two-step/pending.server.ts'
import { hasTwoStep, listSecondStepMethods } from './two-step/state.server.ts'
import { loadUser } from './users.server.ts'

/** `hooks` are functions of other features, passed in by `api.ts`. */
export type SignInDeps = { deps: Deps; hooks: readonly SignInHook[] }
export type SignInContext = { actor: Actor; request: FastifyRequest; reply: FastifyReply }

/** How a user signs in, for the security log. */
export type SignInMethod =
  | 'password'
  | 'google'
  | 'passkey'
  | 'registration'
  | 'app code'
  | 'recovery code'
  | 'second-step passkey'

type SignInInput = FirstStepResult & { invite_token?: string | null; method: SignInMethod }
/** For a sign-in by password: the hash that it was verified against. */
type PasswordCheck = { verified_hash?: string | null }

/**
 * Continues after a right first step. Returns the user, or the available second-step methods. Throws 409 when the
 * password or the need for a second step changed meanwhile: a new session must not outlive a change that ended all
 * sessions.
 */
export const signIn = async (
  signInDeps: SignInDeps,
  context: SignInContext,
  { verified_hash, ...input }: SignInInput & PasswordCheck,
) => {
  const { user_id } = input
  const requireSamePassword = (trx: Trx) =>
    verified_hash === undefined ? undefined : lockPasswordShared(trx, user_id, verified_hash)
  const methods = await listSecondStepMethods(signInDeps.deps.db, user_id)
  if (methods.length === 0)
    return {
      data: await completeSignIn(signInDeps, context, input, async trx => {
        await requireSamePassword(trx)
        if (await hasTwoStep(trx, user_id)) throw refuse(409, 'Two-step sign-in was just set up. Please log in again.')
      }),
    }
  // The browser follows the invite itself after the sign-in.
  const { invite_token: _, method: __, ...firstStep } = input
  const expires_at = await signInDeps.deps.db.transaction().execute(async trx => {
    await requireSamePassword(trx)
    return startSecondStep(signInDeps.deps, trx, context.reply, firstStep)
  })
  return { data: { second_step: { ways: methods, expires_at: expires_at.toISOString() } } }
}

/** Signs a user in after all steps. `verify` runs first, in the same transaction, and may still refuse. */
export const completeSignIn = async (
  { deps, hooks }: SignInDeps,
  context: SignInContext,
  { user_id, remember, cart_hash, invite_token = null, method }: SignInInput,
  verify: (trx: Trx) => Promise<void> = async () => {},
) => {
  const now = deps.clock.now()
  const event = { user_id, is_new: false, cart_hash, invite_token, now }
  const {
    token,
    user,
    waits: isGuestCartPending,
  } = await deps.db.transaction().execute(async trx => {
    // Lock the account first: a change of its factors waits, or was committed before `verify` runs.
    await trx.selectFrom('users').where('id', '=', user_id).select('id').forShare().execute()
    await verify(trx)
    let isGuestCartPending = false
    for (const hook of hooks) isGuestCartPending = (await hook(trx, event))?.guest_cart_waits || isGuestCartPending
    const token = await rotateSession(trx, context, { user_id, remember, now })
    return { token, user: await loadUser(trx, user_id), waits: isGuestCartPending }
  })
  noteSignIn(context.request, user_id, method)
  setSignInCookies(deps, context.reply, { token, email: user.email, remember, guest_cart_waits: isGuestCartPending })
  return user
}

export const noteSignIn = (request: FastifyRequest, user_id: number, method: SignInMethod) =>
  noteSecurityEvent(request, { type: 'sign_in', user_id, detail: { method } })

/** Replaces the session of this browser with a new one. */
export const rotateSession = async (
  trx: Trx,
  { actor, request }: Pick<SignInContext, 'actor' | 'request'>,
  session: { user_id: number; remember: boolean; proves_mailbox?: boolean; now: Date },
): Promise<string> => {
  if (actor.session_id !== null) await endSession(trx, actor.session_id)
  return (await createSession(trx, { ...session, ...getClientInfo(request) })).token
}

type SignInCookiesInput = { token: string; email: string; remember: boolean; guest_cart_waits?: boolean }

/** Sets the cookies of a new session. */
export const setSignInCookies = (
  deps: Pick<Deps, 'config' | 'secret'>,
  reply: FastifyReply,
  { token, email, remember, guest_cart_waits = false }: SignInCookiesInput,
) => {
  setSessionCookie(reply, deps, token, remember)
  rememberDevice(deps, reply, email)
  if (!guest_cart_waits) clearHostCookie(reply, deps.config, 'cart_hash')
}
