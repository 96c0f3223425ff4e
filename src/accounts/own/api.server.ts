import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { noteSecurityEvent, setSecuritySubject } from '#platform/security-log.server.ts'
import { serve } from '#platform/serve.server.ts'

import { hashNewPassword } from '../new-password.server.ts'
import { needRecentSignIn, proveHumanOrVerified, proveOwner } from '../prove.server.ts'
import { beginSession, clearSessionCookie, isRemembered, sendSessionCookie } from '../session.server.ts'
import { allowTry, forgetGuesses } from '../tries.server.ts'
import { needOwnMailbox } from '../two-step/mailbox-code.server.ts'
import { userOf } from '../users.server.ts'
import * as contract from './contract.ts'
import { askForEmail, confirmEmailChange, waitingEmailOf } from './email-change.server.ts'
import { endWaitingEmail } from './links.server.ts'
import { saveOccupation } from './occupation.server.ts'
import { askForReset, ownerOfReset, useReset } from './password-reset.server.ts'
import { holdPassword, passwordOf, replacePassword } from './password.server.ts'
import { hintOf, readerOf, setWanted, wantedOf } from './preferences.server.ts'
import { ownProfileApi } from './profile-api.server.ts'
import { saveProfile, saveVerticals } from './profile.server.ts'
import { endOne, endOthers, sessionsOf } from './sessions.server.ts'

type Asked = { actor: Member; request: FastifyRequest; reply: FastifyReply }

/** Mails that one person can ask for in a quarter of an hour. */
const most_mails = 5

export const ownAccountApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps

  /** Every session ends, and this browser gets a new one. */
  const renewPassword = async (
    { actor: { user_id, session_id }, request, reply }: Asked,
    { password, seen }: { password: string; seen: string | null },
  ) => {
    const owner = await userOf(db, user_id)
    const password_hash = await hashNewPassword(deps, { password, owner, log: request.log })
    const now = clock.now()
    const { token, remember } = await db.transaction().execute(async trx => {
      await holdPassword(trx, user_id, seen)
      const remember = await isRemembered(trx, session_id)
      await replacePassword(trx, { user_id, password_hash, now })
      const user_agent = request.headers['user-agent']?.slice(0, 400) ?? ''
      const { token } = await beginSession(trx, { user_id, remember, user_agent, address: request.ip, now })
      return { token, remember }
    })
    sendSessionCookie(reply, deps, token, remember)
    return { data: null }
  }

  serve(app, contract.forgotPassword, async ({ actor, body: { email, captcha }, request, reply }) => {
    setSecuritySubject(request, { email })
    await proveHumanOrVerified(deps, actor, captcha, 'forgot_password')
    await allowTry(deps, reply, { what: `reset:${email}`, field: 'email', label: 'this email', most: most_mails })
    await askForReset(deps, email)
    return { data: null }
  })

  serve(app, contract.getPasswordReset, async ({ params: { token } }) => {
    await ownerOfReset(db, token, clock.now())
    return { data: null }
  })

  serve(app, contract.resetPassword, async ({ params: { token }, body, request, reply }) => {
    const owner = await userOf(db, await ownerOfReset(db, token, clock.now()))
    const password_hash = await hashNewPassword(deps, { password: body.password, owner, log: request.log })
    const now = clock.now()
    const email = await db.transaction().execute(trx => useReset(trx, { token, password_hash, now }))
    setSecuritySubject(request, { email })
    await forgetGuesses(deps, request, { email })
    // The session that this browser may have had is gone with all the others.
    clearSessionCookie(reply, deps)
    return { data: null }
  })

  serve(app, contract.setPassword, async ({ body: { password }, ...asked }) => {
    const { password_hash } = await passwordOf(db, asked.actor.user_id)
    if (password_hash !== null)
      throw refuse(409, 'Your account has a password already. To change it, please give the one you have.')
    await needRecentSignIn(deps, asked.actor)
    return renewPassword(asked, { password, seen: null })
  })

  serve(app, contract.changePassword, async ({ body, ...asked }) => {
    const seen = await proveOwner(deps, asked, body.current_password, 'current_password')
    return renewPassword(asked, { password: body.password, seen })
  })

  serve(app, contract.getDetails, async ({ actor: { user_id } }) => {
    const [{ email, email_verified }, { password_hash }, pending_email] = await Promise.all([
      userOf(db, user_id),
      passwordOf(db, user_id),
      waitingEmailOf(db, user_id, clock.now()),
    ])
    return { data: { email, email_verified, has_password: password_hash !== null, pending_email } }
  })

  serve(app, contract.requestEmailChange, async ({ body: { email, password }, ...asked }) => {
    const { actor, reply } = asked
    await proveOwner(deps, asked, password)
    await needOwnMailbox(deps, actor)
    const what = `email:${actor.user_id}`
    await allowTry(deps, reply, { what, field: 'email', label: 'another email', most: most_mails })
    const ask = { user_id: actor.user_id, email, now: clock.now() }
    return { data: await db.transaction().execute(trx => askForEmail(trx, ask)) }
  })

  serve(app, contract.cancelEmailChange, async ({ actor }) => {
    await endWaitingEmail(db, actor.user_id, clock.now())
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
      await needOwnMailbox({ db: trx, config }, { user_id: changed.user_id, platform_roles })
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
    return { data: await userOf(db, actor.user_id, actor.masquerade) }
  })

  serve(app, contract.listSessions, async ({ actor }) => ({ data: await sessionsOf(db, actor, clock.now()) }))

  serve(app, contract.endOtherSessions, async ({ actor, request }) => {
    const ended = await endOthers(db, actor)
    if (ended > 0) noteSecurityEvent(request, { type: 'session_ended', detail: { sessions: ended } })
    return { data: { ended } }
  })

  serve(app, contract.endOneSession, async ({ actor, params: { id } }) => {
    if (id === actor.session_id) throw refuse(409, 'This is the session you are in. Please log out instead.')
    if (!(await endOne(db, actor.user_id, id))) throw refuse.missing('session')
    return { data: null }
  })

  serve(app, contract.getNotifications, async ({ actor }) => ({ data: await wantedOf(db, actor.user_id) }))

  serve(app, contract.saveNotifications, async ({ actor, body }) => ({
    data: await db.transaction().execute(trx => setWanted(trx, actor.user_id, body, clock.now())),
  }))

  serve(app, contract.getNotificationsByLink, async ({ params: { token } }) => {
    const { user_id, email } = await readerOf(db, token, clock.now())
    const { time_zone: _, ...wanted } = await wantedOf(db, user_id)
    return { data: { ...wanted, email_hint: hintOf(email) } }
  })

  serve(app, contract.saveNotificationsByLink, async ({ params: { token }, body }) => {
    const { user_id } = await readerOf(db, token, clock.now())
    const saved = await db.transaction().execute(trx => setWanted(trx, user_id, body, clock.now()))
    const { time_zone: _, ...wanted } = saved
    return { data: wanted }
  })

  ownProfileApi(app, deps)
}
