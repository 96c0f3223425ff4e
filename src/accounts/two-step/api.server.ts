import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { limitGuesses, limitAttempts, resetGuesses } from '../attempts.server.ts'
import { loadPasswordState } from '../own/password.server.ts'
import { confirmPassword } from '../reauthentication.server.ts'
import { noteSecurityEvent, setSecuritySubject } from '../security/security-log.server.ts'
import { rotateSessionToken, setSessionCookie } from '../session.server.ts'
import { completeSignIn, type SignInContext, type SignInDeps } from '../sign-in.server.ts'
import { loadEmail, loadUser } from '../users.server.ts'
import { startApp, consumeAppCode, wrongCode } from './app.server.ts'
import { storeChallenge, consumeChallenge, type ChallengePurpose } from './challenges.server.ts'
import {
  addApp,
  addPasskeyFactor,
  removeAppFactor,
  removePasskeyFactor,
  requireVerifiedEmail,
  replaceRecoveryCodes,
} from './changes.server.ts'
import { parseCode } from './codes.ts'
import * as contract from './contract.ts'
import { MAIL_MAILBOX_CODE_JOB, needsMailboxCode, consumeMailboxCode } from './mailbox-code.server.ts'
import {
  createRegistrationOptions,
  createAuthenticationOptions,
  requirePasskey,
  verifyRegistration,
  verifyAssertion,
} from './passkeys.server.ts'
import {
  clearSecondStepCookie,
  cancelPendingLogin,
  completeSecondStep,
  loadPendingLogin,
  readSecondStepToken,
} from './pending.server.ts'
import { isTwoStepRequired } from './policy.ts'
import { consumeRecoveryCode } from './recovery.server.ts'
import { loadTwoStep } from './state.server.ts'

/** Wrong codes per 15 minutes, for one account and from one IP address. */
const MAX_CODES = 6
const MAX_CODES_PER_ADDRESS = 30
/** Code mails that one account may request per 15 minutes. */
const MAX_MAILS = 5

export const twoStepApi = (app: FastifyInstance, signInDeps: SignInDeps) => {
  const { deps } = signInDeps
  const { db, clock, config } = deps

  const limitCodeGuesses = async ({ request, reply }: SignInContext, user_id: number) => {
    const limit = { field: 'code', label: 'these codes' }
    await limitAttempts(deps, reply, { ...limit, key: `code-from:${request.ip}`, max: MAX_CODES_PER_ADDRESS })
    const email = await loadEmail(db, user_id)
    await limitGuesses(deps, { request, reply }, { ...limit, email, key: `code:${user_id}`, max: MAX_CODES })
    return () => resetGuesses(deps, request, { email, key: `code:${user_id}` })
  }

  /** Applies a change and rotates the session's token, because its permissions changed. */
  const applyChange = async <T>(
    { actor, reply }: SignInContext & { actor: Member },
    work: (trx: Trx) => Promise<T>,
  ): Promise<T> => {
    const { result, session } = await db.transaction().execute(async trx => ({
      result: await work(trx),
      session: await rotateSessionToken(trx, actor.session_id),
    }))
    if (session) setSessionCookie(reply, deps, session.token, session.remember)
    return result
  }

  const sendChallenge = async <O extends { challenge: string }>(
    { reply }: SignInContext,
    options: O,
    challengeInput: { purpose: ChallengePurpose; user_id: number | null },
  ) => {
    await storeChallenge(deps, reply, { ...challengeInput, challenge: options.challenge })
    return { data: options }
  }

  serve(app, contract.getTwoStep, async ({ actor }) => {
    const { password_hash, email_verified_at } = await loadPasswordState(db, actor.user_id)
    const is_required = isTwoStepRequired({ platform_roles: actor.platform_roles, demo: config.local_demo })
    return {
      data: {
        ...(await loadTwoStep(db, actor.user_id)),
        has_password: password_hash !== null,
        email_verified: email_verified_at !== null,
        is_required,
        needs_email_code: await needsMailboxCode(deps, actor),
      },
    }
  })

  serve(app, contract.mailEmailCode, async ({ body: { password }, ...context }) => {
    const { actor, reply } = context
    const { user_id } = actor
    await confirmPassword(deps, context, password)
    requireVerifiedEmail(await loadPasswordState(db, user_id))
    if (!(await needsMailboxCode(deps, actor))) throw refuse(409, 'Your account needs no code for this.')
    const mailLimit = {
      key: `mailbox-code-mails:${user_id}`,
      field: 'email_code',
      label: 'these codes',
      max: MAX_MAILS,
    }
    await limitAttempts(deps, reply, mailLimit)
    await deps.jobs.send(MAIL_MAILBOX_CODE_JOB, { user_id })
    return { data: null }
  })

  /**
   * Checks the mailed code of a first factor. Throws 422 beside `email_code` when one is required and this is not it.
   */
  const verifyMailboxCode = async (context: SignInContext & { actor: Member }, email_code = '') => {
    const { user_id } = context.actor
    if (!(await needsMailboxCode(deps, context.actor))) return
    if (email_code === '') throw refuse.fields({ email_code: ['Please enter the code that we mailed to you.'] })
    const email = await loadEmail(db, user_id)
    const guess = { email, key: `mailbox-code:${user_id}`, field: 'email_code', label: 'these codes' }
    await limitGuesses(deps, context, { ...guess, max: MAX_CODES })
    await consumeMailboxCode(deps, user_id, email_code)
    await resetGuesses(deps, context.request, guess)
  }

  serve(app, contract.startAuthenticator, async ({ body: { password, email_code }, ...context }) => {
    await confirmPassword(deps, context, password)
    requireVerifiedEmail(await loadPasswordState(db, context.actor.user_id))
    await verifyMailboxCode(context, email_code)
    const { id: user_id, email } = await loadUser(db, context.actor.user_id)
    return { data: await startApp(deps, { user_id, email }) }
  })

  serve(app, contract.confirmAuthenticator, async ({ body, ...context }) => {
    const resetCodeGuesses = await limitCodeGuesses(context, context.actor.user_id)
    const code = parseCode(body.code)
    if (code?.kind !== 'app') throw wrongCode()
    const codeInput = { code: code.code, now: clock.now() }
    const recovery_codes = await applyChange(context, trx => addApp(deps, trx, context.actor, codeInput))
    await resetCodeGuesses()
    return { data: { recovery_codes } }
  })

  serve(app, contract.removeAuthenticator, async ({ body: { password }, ...context }) => {
    await confirmPassword(deps, context, password)
    await applyChange(context, trx => removeAppFactor(trx, context.actor, config.local_demo))
    return { data: null }
  })

  serve(app, contract.getPasskeyRegistrationOptions, async ({ body: { password, email_code }, ...context }) => {
    await confirmPassword(deps, context, password)
    requireVerifiedEmail(await loadPasswordState(db, context.actor.user_id))
    await verifyMailboxCode(context, email_code)
    const { id: user_id, email } = await loadUser(db, context.actor.user_id)
    const options = await createRegistrationOptions(config, db, { user_id, email, shop: deps.settings.company().name })
    return sendChallenge(context, options, { purpose: 'register', user_id })
  })

  serve(app, contract.addNewPasskey, async ({ body: { name, response }, ...context }) => {
    const { user_id } = context.actor
    const now = clock.now()
    const challenge = await consumeChallenge(deps, context.request, { purpose: 'register', user_id, now })
    const passkey = { ...(await verifyRegistration(config, response, challenge)), name, now }
    const recovery_codes = await applyChange(context, trx => addPasskeyFactor(trx, context.actor, passkey))
    return { data: { recovery_codes } }
  })

  serve(app, contract.removeOnePasskey, async ({ params: { id }, body: { password }, ...context }) => {
    await confirmPassword(deps, context, password)
    await applyChange(context, trx => removePasskeyFactor(trx, context.actor, { id, demo: config.local_demo }))
    return { data: null }
  })

  serve(app, contract.renewCodes, async ({ body: { password }, ...context }) => {
    await confirmPassword(deps, context, password)
    return { data: { recovery_codes: await applyChange(context, trx => replaceRecoveryCodes(trx, context.actor)) } }
  })

  serve(app, contract.finishWithCode, async ({ body, ...context }) => {
    const token = readSecondStepToken(context.request, deps)
    const now = clock.now()
    const firstStep = await loadPendingLogin(db, token, now)
    const { user_id } = firstStep
    setSecuritySubject(context.request, { user_id })
    const resetCodeGuesses = await limitCodeGuesses(context, user_id)
    const parsedCode = parseCode(body.code)
    if (!parsedCode) throw wrongCode()
    const method = parsedCode.kind === 'app' ? 'app code' : 'recovery code'
    const user = await completeSignIn(signInDeps, context, { ...firstStep, method }, async trx => {
      await completeSecondStep(trx, token)
      if (parsedCode.kind === 'app') return consumeAppCode(deps, trx, { user_id, code: parsedCode.code, now })
      await consumeRecoveryCode(trx, user_id, parsedCode.code)
      await recordEvent(trx, 'user.two_step_changed', { user_id, change: 'code_used' })
    })
    await resetCodeGuesses()
    if (parsedCode.kind === 'recovery') noteSecurityEvent(context.request, { type: 'recovery_code_used', user_id })
    clearSecondStepCookie(context.reply, deps)
    return { data: user }
  })

  serve(app, contract.cancelSecondStep, async ({ request, reply }) => {
    await cancelPendingLogin(db, readSecondStepToken(request, deps))
    clearSecondStepCookie(reply, deps)
    return { data: null }
  })

  serve(app, contract.getSecondStepPasskeyOptions, async context => {
    const { user_id } = await loadPendingLogin(db, readSecondStepToken(context.request, deps), clock.now())
    return sendChallenge(context, await createAuthenticationOptions(config, db, user_id), {
      purpose: 'second_step',
      user_id,
    })
  })

  serve(app, contract.finishWithPasskey, async ({ body: { response }, ...context }) => {
    const token = readSecondStepToken(context.request, deps)
    const now = clock.now()
    const firstStep = await loadPendingLogin(db, token, now)
    const { user_id } = firstStep
    setSecuritySubject(context.request, { user_id })
    const challenge = await consumeChallenge(deps, context.request, { purpose: 'second_step', user_id, now })
    const user = await completeSignIn(
      signInDeps,
      context,
      { ...firstStep, method: 'second-step passkey' },
      async trx => {
        await completeSecondStep(trx, token)
        await verifyAssertion(config, trx, { response, challenge, user_id, now })
      },
    )
    clearSecondStepCookie(context.reply, deps)
    return { data: user }
  })

  serve(app, contract.getPasskeyLoginOptions, async context =>
    sendChallenge(context, await createAuthenticationOptions(config, db, null), { purpose: 'sign_in', user_id: null }),
  )

  serve(app, contract.loginWithPasskey, async ({ body: { response, remember, cart_hash }, ...context }) => {
    const now = clock.now()
    const challenge = await consumeChallenge(deps, context.request, { purpose: 'sign_in', user_id: null, now })
    const user_id = await verifyAssertion(config, db, { response, challenge, user_id: null, now })
    setSecuritySubject(context.request, { user_id })
    const signInInput = {
      user_id,
      method: 'passkey' as const,
      remember,
      cart_hash: cart_hash ?? context.actor.cart_hash,
    }
    return { data: await completeSignIn(signInDeps, context, signInInput, trx => requirePasskey(trx, response.id)) }
  })
}
