import type { FastifyInstance } from 'fastify'

import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { limitGuesses, resetGuesses } from '../attempts.server.ts'
import { verifyAccountPassword } from '../own/password.server.ts'
import { toRegistrationSource } from '../registration-source.ts'
import { setSecuritySubject } from '../security/security-log.server.ts'
import { signIn, type SignInDeps } from '../sign-in.server.ts'
import { loadEmail } from '../users.server.ts'
import { countChallengeAttempt } from './challenges.server.ts'
import * as contract from './contract.ts'
import { createCredentialReader } from './credential.server.ts'
import { connect, disconnect, isLinked } from './links.server.ts'
import { getExpectedNonces, issueNonce } from './nonce.server.ts'
import { signInWithGoogle, linkWithPassword, consumeCredential } from './sign-in.server.ts'

export const googleApi = (app: FastifyInstance, signInDeps: SignInDeps) => {
  const { deps, hooks } = signInDeps
  const { db, clock } = deps
  const readCredential = createCredentialReader(deps.config)

  serve(app, contract.getGoogleAccount, async ({ actor }) => ({
    data: { has_google_account_linked: await isLinked(db, actor.user_id) },
  }))

  serve(app, contract.getGoogleNonce, async ({ request, reply }) => {
    if (!deps.config.google) throw refuse.missing('sign-in method')
    return { data: { nonce: issueNonce(request, reply, deps) } }
  })

  serve(app, contract.googleCallback, async ({ body, ...context }) => {
    const profile = await readCredential(body.google_credential, getExpectedNonces(context.request, deps))
    setSecuritySubject(context.request, { email: profile.email })
    const input = { cart_hash: body.cart_hash ?? context.actor.cart_hash, invite_token: body.invite_token }
    const result = await db.transaction().execute(async trx => {
      await consumeCredential(trx, body.google_credential, profile)
      return signInWithGoogle(trx, profile, {
        hooks,
        ...input,
        source: toRegistrationSource(body),
        shop: deps.settings.company().name,
        now: clock.now(),
      })
    })
    if ('challenge_token' in result) return { data: { password_confirmation: result }, meta: { is_new: false } }
    const { user_id, is_new } = result
    return {
      ...(await signIn(signInDeps, context, { user_id, method: 'google', remember: false, ...input })),
      meta: { is_new },
    }
  })

  serve(app, contract.confirmGooglePassword, async ({ body: { challenge_token, password, cart_hash }, ...context }) => {
    const { user_id, subject } = await countChallengeAttempt(db, challenge_token, clock.now())
    // Shares the attempt counter with the login, so that there is no second way to guess passwords.
    setSecuritySubject(context.request, { user_id })
    const email = await loadEmail(db, user_id)
    await limitGuesses(deps, context, { email, field: 'password', label: 'this email' })
    const verified_hash = await verifyAccountPassword(db, user_id, password, 'password')
    await db.transaction().execute(trx =>
      linkWithPassword(trx, {
        challenge_token,
        user_id,
        subject,
        verified_hash,
        shop: deps.settings.company().name,
        now: clock.now(),
      }),
    )
    await resetGuesses(deps, context.request, { email })
    return signIn(signInDeps, context, {
      user_id,
      method: 'google',
      verified_hash,
      remember: false,
      cart_hash: cart_hash ?? context.actor.cart_hash,
    })
  })

  serve(app, contract.connectGoogle, async ({ actor: { user_id, session_id }, body, request }) => {
    const { google_credential } = body
    const profile = await readCredential(google_credential, getExpectedNonces(request, deps))
    await db.transaction().execute(async trx => {
      await consumeCredential(trx, google_credential, profile)
      await connect(trx, { user_id, session_id, profile, shop: deps.settings.company().name, now: clock.now() })
    })
    return { data: { has_google_account_linked: true } }
  })

  serve(app, contract.disconnectGoogle, async ({ actor: { user_id } }) => {
    await db.transaction().execute(trx => disconnect(trx, user_id))
    return { data: { has_google_account_linked: false } }
  })
}
