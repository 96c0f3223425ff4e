import type { FastifyInstance } from 'fastify'

import { requireHuman } from '#platform/captcha/captcha.server.ts'
import type { Deps } from '#platform/deps.ts'
import { DEVICE_COOKIE } from '#platform/http/device.server.ts'
import { needsOptIn } from '#platform/http/opt-in.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { saveConsent } from '#platform/http/storage-consent.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { limitGuesses, resetGuesses, getAttemptCount } from './attempts.server.ts'
import * as contract from './contract.ts'
import { googleApi } from './google/api.server.ts'
import { hashNewPassword } from './new-password.server.ts'
import { ownAccountApi } from './own/api.server.ts'
import { recordMailConsents } from './own/mail-consents.server.ts'
import { loadNotificationSettings } from './own/preferences.server.ts'
import {
  clearRegistrationCookie,
  consumeRegistration,
  resendRegistrationMail,
  startRegistration,
  verifyRegistrationCode,
} from './pending-registration.server.ts'
import { registrationOptInText } from './preference-labels.ts'
import { registerUser } from './register.server.ts'
import { saveReferral } from './registration-source.server.ts'
import { REFERRAL_COOKIE, toRegistrationSource } from './registration-source.ts'
import { noteSecurityEvent, setSecuritySubject } from './security/security-log.server.ts'
import { clearSessionCookie, endSession } from './session.server.ts'
import type { SignInHook } from './sign-in-hook.ts'
import { noteSignIn, rotateSession, signIn, setSignInCookies } from './sign-in.server.ts'
import { twoStepApi } from './two-step/api.server.ts'
import { addPreferences, setTheme, loadUser, findUserByPassword } from './users.server.ts'
import { verifyApi } from './verify/api.server.ts'

/** Failed logins before a CAPTCHA is required. */
const MAX_LOGINS_WITHOUT_CAPTCHA = 3

/** `hooks` are functions of other features that run when a user signs up or signs in, in order. */
export const accountsApi = (app: FastifyInstance, deps: Deps, hooks: readonly SignInHook[]) => {
  const { db, clock } = deps
  const signInDeps = { deps, hooks }

  serve(app, contract.getSession, async ({ actor }) => ({
    data: actor.user_id === null ? null : await loadUser(db, actor.user_id, actor.masquerade),
  }))

  serve(app, contract.register, async ({ body, ...context }) => {
    const { email, password, first_name = '', last_name = '' } = body
    await requireHuman(deps, body.captcha, 'register')
    const owner = { email, first_name, last_name }
    const password_hash = await hashNewPassword(deps, { password, owner, log: context.request.log })
    await startRegistration(deps, context, { ...owner, password_hash, source: toRegistrationSource(body) })
    const { local_demo, sandbox_url } = deps.config
    return { data: { email, mailbox_url: local_demo && sandbox_url ? `${sandbox_url}/mailbox` : null } }
  })

  serve(app, contract.resendRegistration, async context => {
    await resendRegistrationMail(deps, context)
    return { data: null }
  })

  serve(app, contract.confirmRegistration, async ({ body: { code, invite_token, ...body }, ...context }) => {
    const pending_id = await verifyRegistrationCode(deps, context, code)
    const cart_hash = body.cart_hash ?? context.actor.cart_hash
    const now = clock.now()
    const { token, user } = await db.transaction().execute(async trx => {
      const newUser = { ...(await consumeRegistration(trx, pending_id)), email_verified_at: now }
      const user_id = await registerUser(trx, newUser, { hooks, cart_hash, invite_token, now })
      await recordEvent(trx, 'user.email_verified', { user_id })
      const token = await rotateSession(trx, context, { user_id, remember: false, now })
      return { token, user: await loadUser(trx, user_id) }
    })
    noteSignIn(context.request, user.id, 'registration')
    setSignInCookies(deps, context.reply, { token, email: user.email, remember: false })
    clearRegistrationCookie(context, deps)
    return { data: user }
  })

  serve(app, contract.login, async ({ body, ...context }) => {
    const { login, password, remember, invite_token } = body
    setSecuritySubject(context.request, { email: login })
    if ((await getAttemptCount(db, login, clock.now())) >= MAX_LOGINS_WITHOUT_CAPTCHA)
      await requireHuman(deps, body.captcha, 'login')
    await limitGuesses(deps, context, { email: login, field: 'login', label: 'this email' })
    const account = await findUserByPassword(db, login, password)
    if (account === undefined) throw refuse.fields({ login: ['This email and password do not match an account.'] })
    const result = await signIn(signInDeps, context, {
      ...account,
      method: 'password',
      remember,
      invite_token,
      cart_hash: body.cart_hash ?? context.actor.cart_hash,
    })
    await resetGuesses(deps, context.request, { email: login })
    return result
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
    return { data: await loadUser(db, actor.user_id) }
  })

  serve(app, contract.getGeo, async ({ request }) => {
    const country = await deps.locator?.getCountry(request)
    return { data: { success: country !== undefined, requires_opt_in: needsOptIn(country) } }
  })

  serve(app, contract.saveStorageConsent, ({ body: { choice, referral }, reply }) => {
    const { public_url } = deps.config
    saveConsent(reply, choice, { now: deps.clock.now(), public_url })
    if (choice === 'no')
      for (const name of [DEVICE_COOKIE, REFERRAL_COOKIE]) void reply.clearCookie(name, { path: '/' })
    if (choice === 'yes' && referral !== undefined) saveReferral(reply, referral, public_url)
    return { data: null }
  })

  serve(app, contract.savePreferences, async ({ actor, params, body }) => {
    const { id, email } = await loadUser(db, actor.user_id)
    if (id !== params.id || email.toLowerCase() !== body.email.toLowerCase()) throw refuse.missing('account')
    await db.transaction().execute(async trx => {
      const before = await loadNotificationSettings(trx, id)
      await addPreferences(trx, id, body.preferences)
      const after = await loadNotificationSettings(trx, id)
      await recordMailConsents(
        trx,
        id,
        { before, after },
        {
          place: 'registration',
          shop: deps.settings.company().name,
          shown_text: body.has_opted_in ? registrationOptInText : null,
          now: deps.clock.now(),
        },
      )
    })
    return { data: { preferences: body.preferences } }
  })

  googleApi(app, signInDeps)
  verifyApi(app, deps)
  ownAccountApi(app, deps)
  twoStepApi(app, signInDeps)
}
