import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { noteSecurityEvent, setSecuritySubject } from '#platform/security-log.server.ts'
import { serve } from '#platform/serve.server.ts'

import { passwordOf } from '../own/password.server.ts'
import { proveOwner } from '../prove.server.ts'
import { renewSession, sendSessionCookie } from '../session.server.ts'
import { enter, type Asked, type Entrance } from '../sign-in.server.ts'
import { allowGuess, allowTry, forgetGuesses } from '../tries.server.ts'
import { emailOf, userOf } from '../users.server.ts'
import { startApp, useAppCode, wrongCode } from './app.server.ts'
import { keepChallenge, takeChallenge, type Purpose } from './challenges.server.ts'
import { addApp, addMadePasskey, dropApp, dropPasskey, needProvenEmail, newCodes } from './changes.server.ts'
import { readCode } from './codes.ts'
import * as contract from './contract.ts'
import { MAIL_MAILBOX_CODE_JOB, needsMailboxCode, useMailboxCode } from './mailbox-code.server.ts'
import { askToRegister, askToSign, keepPasskey, readNew, useSignature } from './passkeys.server.ts'
import { clearWaitingCookie, dropWaiting, endWaiting, waitingOf, waitingToken } from './pending.server.ts'
import { isTwoStepRequired } from './policy.ts'
import { useRecoveryCode } from './recovery.server.ts'
import { twoStepOf } from './state.server.ts'

/** Wrong codes of one account, and from one address, in a quarter of an hour. */
const most_codes = 6
const most_from_address = 30
/** Mails with a code that one account can ask for in a quarter of an hour. */
const MAX_MAILS = 5

export const twoStepApi = (app: FastifyInstance, entrance: Entrance) => {
  const { deps } = entrance
  const { db, clock, config } = deps

  const allowCode = async ({ request, reply }: Asked, user_id: number) => {
    const tried = { field: 'code', label: 'these codes' }
    await allowTry(deps, reply, { ...tried, what: `code-from:${request.ip}`, most: most_from_address })
    const email = await emailOf(db, user_id)
    await allowGuess(deps, { request, reply }, { ...tried, email, what: `code:${user_id}`, most: most_codes })
    return () => forgetGuesses(deps, request, { email, what: `code:${user_id}` })
  }

  /** Carries a change out, and gives the session a new token: what one may do in it has changed. */
  const change = async <T>({ actor, reply }: Asked & { actor: Member }, work: (trx: Trx) => Promise<T>): Promise<T> => {
    const { done, renewed } = await db.transaction().execute(async trx => ({
      done: await work(trx),
      renewed: await renewSession(trx, actor.session_id),
    }))
    if (renewed) sendSessionCookie(reply, deps, renewed.token, renewed.remember)
    return done
  }

  const challenged = async <O extends { challenge: string }>(
    { reply }: Asked,
    options: O,
    asked: { purpose: Purpose; user_id: number | null },
  ) => {
    await keepChallenge(deps, reply, { ...asked, challenge: options.challenge })
    return { data: options }
  }

  serve(app, contract.getTwoStep, async ({ actor }) => {
    const { password_hash, email_verified_at } = await passwordOf(db, actor.user_id)
    const is_required = isTwoStepRequired({ platform_roles: actor.platform_roles, demo: config.local_demo })
    return {
      data: {
        ...(await twoStepOf(db, actor.user_id)),
        has_password: password_hash !== null,
        email_verified: email_verified_at !== null,
        is_required,
        needs_email_code: await needsMailboxCode(deps, actor),
      },
    }
  })

  serve(app, contract.mailEmailCode, async ({ body: { password }, ...asked }) => {
    const { actor, reply } = asked
    const { user_id } = actor
    await proveOwner(deps, asked, password)
    needProvenEmail(await passwordOf(db, user_id))
    if (!(await needsMailboxCode(deps, actor))) throw refuse(409, 'Your account needs no code for this.')
    const mails = { what: `mailbox-code-mails:${user_id}`, field: 'email_code', label: 'these codes', most: MAX_MAILS }
    await allowTry(deps, reply, mails)
    await deps.jobs.send(MAIL_MAILBOX_CODE_JOB, { user_id })
    return { data: null }
  })

  /** Throws 422 beside `email_code` where the first factor needs a code and this is not it. */
  const proveMailbox = async (asked: Asked & { actor: Member }, email_code = '') => {
    const { user_id } = asked.actor
    if (!(await needsMailboxCode(deps, asked.actor))) return
    if (email_code === '') throw refuse.fields({ email_code: ['Please enter the code that we mailed to you.'] })
    const email = await emailOf(db, user_id)
    const guess = { email, what: `mailbox-code:${user_id}`, field: 'email_code', label: 'these codes' }
    await allowGuess(deps, asked, { ...guess, most: most_codes })
    await useMailboxCode(deps, user_id, email_code)
    await forgetGuesses(deps, asked.request, guess)
  }

  serve(app, contract.startAuthenticator, async ({ body: { password, email_code }, ...asked }) => {
    await proveOwner(deps, asked, password)
    needProvenEmail(await passwordOf(db, asked.actor.user_id))
    await proveMailbox(asked, email_code)
    const { id: user_id, email } = await userOf(db, asked.actor.user_id)
    return { data: await startApp(deps, { user_id, email }) }
  })

  serve(app, contract.confirmAuthenticator, async ({ body, ...asked }) => {
    const forget = await allowCode(asked, asked.actor.user_id)
    const code = readCode(body.code)
    if (code?.kind !== 'app') throw wrongCode()
    const given = { code: code.code, now: clock.now() }
    const recovery_codes = await change(asked, trx => addApp(deps, trx, asked.actor, given))
    await forget()
    return { data: { recovery_codes } }
  })

  serve(app, contract.removeAuthenticator, async ({ body: { password }, ...asked }) => {
    await proveOwner(deps, asked, password)
    await change(asked, trx => dropApp(trx, asked.actor, config.local_demo))
    return { data: null }
  })

  serve(app, contract.askNewPasskey, async ({ body: { password, email_code }, ...asked }) => {
    await proveOwner(deps, asked, password)
    needProvenEmail(await passwordOf(db, asked.actor.user_id))
    await proveMailbox(asked, email_code)
    const { id: user_id, email } = await userOf(db, asked.actor.user_id)
    const options = await askToRegister(config, db, { user_id, email })
    return challenged(asked, options, { purpose: 'register', user_id })
  })

  serve(app, contract.addNewPasskey, async ({ body: { name, response }, ...asked }) => {
    const { user_id } = asked.actor
    const now = clock.now()
    const challenge = await takeChallenge(deps, asked.request, { purpose: 'register', user_id, now })
    const made = { ...(await readNew(config, response, challenge)), name, now }
    const recovery_codes = await change(asked, trx => addMadePasskey(trx, asked.actor, made))
    return { data: { recovery_codes } }
  })

  serve(app, contract.removeOnePasskey, async ({ params: { id }, body: { password }, ...asked }) => {
    await proveOwner(deps, asked, password)
    await change(asked, trx => dropPasskey(trx, asked.actor, { id, demo: config.local_demo }))
    return { data: null }
  })

  serve(app, contract.renewCodes, async ({ body: { password }, ...asked }) => {
    await proveOwner(deps, asked, password)
    return { data: { recovery_codes: await change(asked, trx => newCodes(trx, asked.actor)) } }
  })

  serve(app, contract.finishWithCode, async ({ body, ...asked }) => {
    const token = waitingToken(asked.request, deps)
    const now = clock.now()
    const first = await waitingOf(db, token, now)
    const { user_id } = first
    setSecuritySubject(asked.request, { user_id })
    const forget = await allowCode(asked, user_id)
    const read = readCode(body.code)
    if (!read) throw wrongCode()
    const method = read.kind === 'app' ? 'app code' : 'recovery code'
    const user = await enter(entrance, asked, { ...first, method }, async trx => {
      await endWaiting(trx, token)
      if (read.kind === 'app') return useAppCode(deps, trx, { user_id, code: read.code, now })
      await useRecoveryCode(trx, user_id, read.code)
      await record(trx, 'user.two_step_changed', { user_id, change: 'code_used' })
    })
    await forget()
    if (read.kind === 'recovery') noteSecurityEvent(asked.request, { type: 'recovery_code_used', user_id })
    clearWaitingCookie(asked.reply, deps)
    return { data: user }
  })

  serve(app, contract.cancelSecondStep, async ({ request, reply }) => {
    await dropWaiting(db, waitingToken(request, deps))
    clearWaitingCookie(reply, deps)
    return { data: null }
  })

  serve(app, contract.askSecondStepPasskey, async asked => {
    const { user_id } = await waitingOf(db, waitingToken(asked.request, deps), clock.now())
    return challenged(asked, await askToSign(config, db, user_id), { purpose: 'second_step', user_id })
  })

  serve(app, contract.finishWithPasskey, async ({ body: { response }, ...asked }) => {
    const token = waitingToken(asked.request, deps)
    const now = clock.now()
    const first = await waitingOf(db, token, now)
    const { user_id } = first
    setSecuritySubject(asked.request, { user_id })
    const challenge = await takeChallenge(deps, asked.request, { purpose: 'second_step', user_id, now })
    const user = await enter(entrance, asked, { ...first, method: 'second-step passkey' }, async trx => {
      await endWaiting(trx, token)
      await useSignature(config, trx, { response, challenge, user_id, now })
    })
    clearWaitingCookie(asked.reply, deps)
    return { data: user }
  })

  serve(app, contract.askPasskey, async asked =>
    challenged(asked, await askToSign(config, db, null), { purpose: 'sign_in', user_id: null }),
  )

  serve(app, contract.loginWithPasskey, async ({ body: { response, remember, cart_hash }, ...asked }) => {
    const now = clock.now()
    const challenge = await takeChallenge(deps, asked.request, { purpose: 'sign_in', user_id: null, now })
    const user_id = await useSignature(config, db, { response, challenge, user_id: null, now })
    setSecuritySubject(asked.request, { user_id })
    const first = { user_id, method: 'passkey' as const, remember, cart_hash: cart_hash ?? asked.actor.cart_hash }
    return { data: await enter(entrance, asked, first, trx => keepPasskey(trx, response.id)) }
  })
}
