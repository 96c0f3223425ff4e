import type { FastifyInstance } from 'fastify'

import { proveHuman } from '#platform/captcha/captcha.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { noteSecurityEvent, setSecuritySubject } from '#platform/security-log.server.ts'
import { serve } from '#platform/serve.server.ts'

import type { ArrivalStep } from './arrival.ts'
import { cameFromOf } from './came-from.ts'
import * as contract from './contract.ts'
import { googleApi } from './google/api.server.ts'
import { allowKnownEmails, needNewEmail } from './known-email.server.ts'
import { hashNewPassword } from './new-password.server.ts'
import { needsOptIn } from './opt-in.ts'
import { ownAccountApi } from './own/api.server.ts'
import { registerUser } from './register.server.ts'
import { clearSessionCookie, endSession } from './session.server.ts'
import { noteSignIn, rotateSession, signIn, welcome } from './sign-in.server.ts'
import { allowGuess, forgetGuesses, triesOf } from './tries.server.ts'
import { twoStepApi } from './two-step/api.server.ts'
import { addPreferences, setTheme, userOf, userWithPassword } from './users.server.ts'
import { verifyApi } from './verify/api.server.ts'

/** Logins that fail before a proof of work is asked for: one's own slips are for nothing. */
const free_tries = 3

/** `steps` are what later features do when somebody arrives, in order. */
export const accountsApi = (app: FastifyInstance, deps: Deps, steps: readonly ArrivalStep[]) => {
  const { db, clock } = deps
  const entrance = { deps, steps }

  serve(app, contract.getSession, async ({ actor }) => ({
    data: actor.user_id === null ? null : await userOf(db, actor.user_id, actor.masquerade),
  }))

  serve(app, contract.register, async ({ body, ...asked }) => {
    const { email, password, first_name = '', last_name = '', invite_token } = body
    await proveHuman(deps, body.captcha, 'register')
    const owner = { email, first_name, last_name }
    await allowKnownEmails(deps, asked.reply, asked.request.ip)
    const password_hash = await hashNewPassword(deps, { password, owner, log: asked.request.log })
    const cart_hash = body.cart_hash ?? asked.actor.cart_hash
    const now = clock.now()
    await needNewEmail(deps, email, asked.request.ip)
    const { token, user } = await db.transaction().execute(async trx => {
      const somebody = { email, first_name, last_name, password_hash, came_from: cameFromOf(body) }
      const user_id = await registerUser(trx, somebody, { steps, cart_hash, invite_token, now })
      const token = await rotateSession(trx, asked, { user_id, remember: false, now })
      return { token, user: await userOf(trx, user_id) }
    })
    noteSignIn(asked.request, user.id, 'registration')
    welcome(deps, asked.reply, { token, email, remember: false })
    return { data: user }
  })

  serve(app, contract.login, async ({ body, ...asked }) => {
    const { login, password, remember, invite_token } = body
    setSecuritySubject(asked.request, { email: login })
    if ((await triesOf(db, login, clock.now())) >= free_tries) await proveHuman(deps, body.captcha, 'login')
    await allowGuess(deps, asked, { email: login, field: 'login', label: 'this email' })
    const known = await userWithPassword(db, login, password)
    if (known === undefined) throw refuse.fields({ login: ['This email and password do not match an account.'] })
    const answer = await signIn(entrance, asked, {
      ...known,
      method: 'password',
      remember,
      invite_token,
      cart_hash: body.cart_hash ?? asked.actor.cart_hash,
    })
    await forgetGuesses(deps, asked.request, { email: login })
    return answer
  })

  serve(app, contract.logout, async ({ actor, reply, request }) => {
    if (actor.session_id !== null) {
      await endSession(db, actor.session_id)
      noteSecurityEvent(request, { type: 'sign_out' })
    }
    clearSessionCookie(reply, deps)
    return { data: null }
  })

  serve(app, contract.saveTheme, async ({ actor, body }) => {
    await setTheme(db, actor.user_id, body.theme)
    return { data: await userOf(db, actor.user_id) }
  })

  serve(app, contract.getGeo, async ({ request }) => {
    const country = await deps.places?.countryOf(request)
    return { data: { success: country !== undefined, requires_opt_in: needsOptIn(country) } }
  })

  serve(app, contract.savePreferences, async ({ actor, params, body }) => {
    const { id, email } = await userOf(db, actor.user_id)
    if (id !== params.id || email.toLowerCase() !== body.email.toLowerCase()) throw refuse.missing('account')
    await addPreferences(db, id, body.preferences)
    return { data: { preferences: body.preferences } }
  })

  googleApi(app, entrance)
  verifyApi(app, deps)
  ownAccountApi(app, deps)
  twoStepApi(app, entrance)
}
