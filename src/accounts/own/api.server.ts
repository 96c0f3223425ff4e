import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { limitAttempts, resetGuesses } from '../attempts.server.ts'
import { hashNewPassword } from '../new-password.server.ts'
import { unsubscribePageTexts } from '../preference-labels.ts'
import { requireRecentSignIn, requireHumanOrVerified, confirmPassword } from '../reauthentication.server.ts'
import { noteSecurityEvent, setSecuritySubject } from '../security/security-log.server.ts'
import { createSession, clearSessionCookie, isRemembered, setSessionCookie } from '../session.server.ts'
import { requireNoMailboxCode } from '../two-step/mailbox-code.server.ts'
import { loadUser } from '../users.server.ts'
import * as contract from './contract.ts'
import { createEmailChange, confirmEmailChange, getPendingEmail } from './email-change.server.ts'
import { cancelPendingEmail } from './links.server.ts'
import type { ConsentPlace } from './mail-consents.server.ts'
import { saveOccupation } from './occupation.server.ts'
import { requestPasswordReset, findResetUser, applyPasswordReset } from './password-reset.server.ts'
import { lockPassword, loadPasswordState, replacePassword } from './password.server.ts'
import {
  getEmailHint,
  findPreferencesUser,
  saveNotificationSettings,
  loadNotificationSettings,
} from './preferences.server.ts'
import { ownProfileApi } from './profile-api.server.ts'
import { saveProfile, saveVerticals } from './profile.server.ts'
import { endUserSession, endOtherUserSessions, listUserSessions } from './sessions.server.ts'
import { loadSubscription, setSubscription } from './unsubscribe.server.ts'

type AccountRequestContext = { actor: Member; request: FastifyRequest; reply: FastifyReply }

/** Mails that one user may request per 15 minutes. */
const MAX_MAILS = 5

export const ownAccountApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps

  /** Changes the password: ends every session and creates a new one for this browser. */
  const updatePassword = async (
    { actor: { user_id, session_id }, request, reply }: AccountRequestContext,
    { password, verified_hash }: { password: string; verified_hash: string | null },
  ) => {
    const owner = await loadUser(db, user_id)
    const password_hash = await hashNewPassword(deps, { password, owner, log: request.log })
    const now = clock.now()
    const { token, remember } = await db.transaction().execute(async trx => {
      await lockPassword(trx, user_id, verified_hash)
      const remember = await isRemembered(trx, session_id)
      await replacePassword(trx, { user_id, password_hash, now })
      const user_agent = request.headers['user-agent']?.slice(0, 400) ?? ''
      const { token } = await createSession(trx, { user_id, remember, user_agent, address: request.ip, now })
      return { token, remember }
    })
    setSessionCookie(reply, deps, token, remember)
    return { data: null }
  }

  serve(app, contract.forgotPassword, async ({ actor, body: { email, captcha }, request, reply }) => {
    setSecuritySubject(request, { email })
    await requireHumanOrVerified(deps, actor, captcha, 'forgot_password')
    await limitAttempts(deps, reply, { key: `reset:${email}`, field: 'email', label: 'this email', max: MAX_MAILS })
    await requestPasswordReset(deps, email)
    return { data: null }
  })

  serve(app, contract.getPasswordReset, async ({ params: { token } }) => {
    await findResetUser(db, token, clock.now())
    return { data: null }
  })

  serve(app, contract.resetPassword, async ({ params: { token }, body, request, reply }) => {
    const owner = await loadUser(db, await findResetUser(db, token, clock.now()))
    const password_hash = await hashNewPassword(deps, { password: body.password, owner, log: request.log })
    const now = clock.now()
    const email = await db.transaction().execute(trx => applyPasswordReset(trx, { token, password_hash, now }))
    setSecuritySubject(request, { email })
    await resetGuesses(deps, request, { email })
    // The session of this browser has ended with all the others.
    clearSessionCookie(reply, deps)
    return { data: null }
  })

  serve(app, contract.setPassword, async ({ body: { password }, ...context }) => {
    const { password_hash } = await loadPasswordState(db, context.actor.user_id)
    if (password_hash !== null)
      throw refuse(409, 'Your account has a password already. To change it, please enter the current one.')
    await requireRecentSignIn(deps, context.actor)
    return updatePassword(context, { password, verified_hash: null })
  })

  serve(app, contract.changePassword, async ({ body, ...context }) => {
    const verified_hash = await confirmPassword(deps, context, body.current_password, 'current_password')
    return updatePassword(context, { password: body.password, verified_hash })
  })

  serve(app, contract.getDetails, async ({ actor: { user_id } }) => {
    const [{ email, email_verified }, { password_hash }, pending_email] = await Promise.all([
      loadUser(db, user_id),
      loadPasswordState(db, user_id),
      getPendingEmail(db, user_id, clock.now()),
    ])
    return { data: { email, email_verified, has_password: password_hash !== null, pending_email } }
  })

  serve(app, contract.requestEmailChange, async ({ body: { email, password }, ...context }) => {
    const { actor, reply } = context
    await confirmPassword(deps, context, password)
    await requireNoMailboxCode(deps, actor)
    const key = `email:${actor.user_id}`
    await limitAttempts(deps, reply, { key, field: 'email', label: 'another email', max: MAX_MAILS })
    const input = { user_id: actor.user_id, email, now: clock.now() }
    return { data: await db.transaction().execute(trx => createEmailChange(trx, input)) }
  })

  serve(app, contract.cancelEmailChange, async ({ actor }) => {
    await cancelPendingEmail(db, actor.user_id, clock.now())
    return { data: null }
  })

  serve(app, contract.confirmEmail, async ({ actor: { session_id }, params: { token }, request }) => {
    const now = clock.now()
    const { user_id, password_token } = await db.transaction().execute(async trx => {
      const changed = await confirmEmailChange(trx, token, { session_id, now })
      const { platform_roles } = await trx
        .selectFrom('users')
        .where('id', '=', changed.user_id)
        .select('platform_roles')
        .executeTakeFirstOrThrow()
      await requireNoMailboxCode({ db: trx, config }, { user_id: changed.user_id, platform_roles })
      return changed
    })
    setSecuritySubject(request, { user_id })
    return { data: { password_token } }
  })

  serve(app, contract.saveProfile, async ({ actor, body: { occupation, verticals, ...profile } }) => {
    await db.transaction().execute(async trx => {
      await saveProfile(trx, actor.user_id, profile)
      if (occupation) await saveOccupation(trx, actor.user_id, occupation)
      if (verticals) await saveVerticals(trx, actor.user_id, verticals)
    })
    return { data: await loadUser(db, actor.user_id, actor.masquerade) }
  })

  serve(app, contract.listSessions, async ({ actor }) => ({ data: await listUserSessions(db, actor, clock.now()) }))

  serve(app, contract.endOtherSessions, async ({ actor, request }) => {
    const endedCount = await endOtherUserSessions(db, actor)
    if (endedCount > 0) noteSecurityEvent(request, { type: 'session_ended', detail: { sessions: endedCount } })
    return { data: { ended: endedCount } }
  })

  serve(app, contract.endOneSession, async ({ actor, params: { id } }) => {
    if (id === actor.session_id) throw refuse(409, 'This is the session you are in. Please log out instead.')
    if (!(await endUserSession(db, actor.user_id, id))) throw refuse.missing('session')
    return { data: null }
  })

  serve(app, contract.getNotifications, async ({ actor }) => ({
    data: await loadNotificationSettings(db, actor.user_id),
  }))

  const consentContext = (place: ConsentPlace) => ({ place, shop: deps.settings.company().name, now: clock.now() })

  serve(app, contract.saveNotifications, async ({ actor, body: { place, ...choices } }) => ({
    data: await db
      .transaction()
      .execute(trx => saveNotificationSettings(trx, actor.user_id, choices, consentContext(place))),
  }))

  serve(app, contract.getNotificationsByLink, async ({ params: { token } }) => {
    const { user_id, email } = await findPreferencesUser(db, token, clock.now())
    const { time_zone: _, ...settings } = await loadNotificationSettings(db, user_id)
    return { data: { ...settings, email_hint: getEmailHint(email) } }
  })

  serve(app, contract.saveNotificationsByLink, async ({ params: { token }, body }) => {
    const { user_id } = await findPreferencesUser(db, token, clock.now())
    const savedSettings = await db
      .transaction()
      .execute(trx => saveNotificationSettings(trx, user_id, body, consentContext('preferences_link')))
    const { time_zone: _, ...settings } = savedSettings
    return { data: settings }
  })

  serve(app, contract.getSubscription, async ({ params }) => ({
    data: await loadSubscription(db, deps.secret, params),
  }))

  const changeSubscription = (
    link: { user_id: number; token: string },
    change: { is_subscribed: boolean; shown_text: string | null },
  ) => db.transaction().execute(trx => setSubscription(trx, deps, link, { ...change, now: clock.now() }))

  serve(app, contract.unsubscribe, async ({ params, query }) => {
    const shown_text = query.by === 'page' ? unsubscribePageTexts.unsubscribe : null
    return { data: await changeSubscription(params, { is_subscribed: false, shown_text }) }
  })

  serve(app, contract.resubscribe, async ({ params }) => ({
    data: await changeSubscription(params, { is_subscribed: true, shown_text: unsubscribePageTexts.undo }),
  }))

  ownProfileApi(app, deps)
}
