/** Every way of signing in ends here: whoever's first step was right gets a session, or is asked for the second. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie } from '#platform/host-cookie.server.ts'
import { refuse } from '#platform/refusal.ts'
import { noteSecurityEvent } from '#platform/security-log.server.ts'

import type { ArrivalStep } from './arrival.ts'
import { rememberDevice } from './known-device.server.ts'
import { keepPassword } from './own/password.server.ts'
import { beginSession, browserOf, endSession, sendSessionCookie } from './session.server.ts'
import { beginWaiting, type FirstStep } from './two-step/pending.server.ts'
import { hasTwoStep, waysOf } from './two-step/state.server.ts'
import { userOf } from './users.server.ts'

/** What later features do when somebody arrives comes along from `api.ts`. */
export type Entrance = { deps: Deps; steps: readonly ArrivalStep[] }
export type Asked = { actor: Actor; request: FastifyRequest; reply: FastifyReply }

/** How somebody signs in, for the security log. */
export type SignInMethod =
  | 'password'
  | 'google'
  | 'passkey'
  | 'registration'
  | 'app code'
  | 'recovery code'
  | 'second-step passkey'

type Coming = FirstStep & { invite_token?: string | null; method: SignInMethod }
/** By a password: its hash when it was found right. */
type BySeen = { seen?: string | null }

/**
 * After a right first step: the person, or what their second step can be. Throws 409 when the password or the need for a
 * second step is another by now: what ended all sessions must not be outlived by one that was just beginning.
 */
export const signIn = async (entrance: Entrance, asked: Asked, { seen, ...coming }: Coming & BySeen) => {
  const { user_id } = coming
  const stands = (trx: Trx) => (seen === undefined ? undefined : keepPassword(trx, user_id, seen))
  const ways = await waysOf(entrance.deps.db, user_id)
  if (ways.length === 0)
    return {
      data: await enter(entrance, asked, coming, async trx => {
        await stands(trx)
        if (await hasTwoStep(trx, user_id)) throw refuse(409, 'Two-step sign-in was just set up. Please log in again.')
      }),
    }
  // The browser goes on with the invite by itself once it is in.
  const { invite_token: _, method: __, ...first } = coming
  const expires_at = await entrance.deps.db.transaction().execute(async trx => {
    await stands(trx)
    return beginWaiting(entrance.deps, trx, asked.reply, first)
  })
  return { data: { second_step: { ways, expires_at: expires_at.toISOString() } } }
}

/** Lets somebody in whose every step was right; `prove` runs first, in the same transaction, and may still refuse. */
export const enter = async (
  { deps, steps }: Entrance,
  asked: Asked,
  { user_id, remember, cart_hash, invite_token = null, method }: Coming,
  prove: (trx: Trx) => Promise<void> = async () => {},
) => {
  const now = deps.clock.now()
  const arrival = { user_id, is_new: false, cart_hash, invite_token, now }
  const { token, user, waits } = await deps.db.transaction().execute(async trx => {
    // Before anything else: what changes the account's factors waits, or was done before the proof is checked.
    await trx.selectFrom('users').where('id', '=', user_id).select('id').forShare().execute()
    await prove(trx)
    let waits = false
    for (const step of steps) waits = (await step(trx, arrival))?.guest_cart_waits || waits
    const token = await rotateSession(trx, asked, { user_id, remember, now })
    return { token, user: await userOf(trx, user_id), waits }
  })
  noteSignIn(asked.request, user_id, method)
  welcome(deps, asked.reply, { token, email: user.email, remember, guest_cart_waits: waits })
  return user
}

export const noteSignIn = (request: FastifyRequest, user_id: number, method: SignInMethod) =>
  noteSecurityEvent(request, { type: 'sign_in', user_id, detail: { method } })

/** A new session takes the place of the one that this browser had. */
export const rotateSession = async (
  trx: Trx,
  { actor, request }: Pick<Asked, 'actor' | 'request'>,
  session: { user_id: number; remember: boolean; now: Date },
): Promise<string> => {
  if (actor.session_id !== null) await endSession(trx, actor.session_id)
  return (await beginSession(trx, { ...session, ...browserOf(request) })).token
}

type Welcomed = { token: string; email: string; remember: boolean; guest_cart_waits?: boolean }

/** The cookies of somebody who has come in. */
export const welcome = (
  deps: Pick<Deps, 'config' | 'secret'>,
  reply: FastifyReply,
  { token, email, remember, guest_cart_waits = false }: Welcomed,
) => {
  sendSessionCookie(reply, deps, token, remember)
  rememberDevice(deps, reply, email)
  if (!guest_cart_waits) clearHostCookie(reply, deps.config, 'cart_hash')
}
