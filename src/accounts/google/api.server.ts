import type { FastifyInstance } from 'fastify'

import { refuse } from '#platform/refusal.ts'
import { setSecuritySubject } from '#platform/security-log.server.ts'
import { serve } from '#platform/serve.server.ts'

import { cameFromOf } from '../came-from.ts'
import { provePassword } from '../own/password.server.ts'
import { signIn, type Entrance } from '../sign-in.server.ts'
import { allowGuess, forgetGuesses } from '../tries.server.ts'
import { emailOf } from '../users.server.ts'
import { tryChallenge } from './challenges.server.ts'
import * as contract from './contract.ts'
import { credentialReader } from './credential.server.ts'
import { connect, disconnect, isLinked } from './links.server.ts'
import { expectedNonces, giveNonce } from './nonce.server.ts'
import { arriveByGoogle, connectByPassword, useCredential } from './sign-in.server.ts'

export const googleApi = (app: FastifyInstance, entrance: Entrance) => {
  const { deps, steps } = entrance
  const { db, clock } = deps
  const read = credentialReader(deps.config)

  serve(app, contract.getGoogleAccount, async ({ actor }) => ({
    data: { has_google_account_linked: await isLinked(db, actor.user_id) },
  }))

  serve(app, contract.getGoogleNonce, async ({ request, reply }) => {
    if (!deps.config.google) throw refuse.missing('way to sign in')
    return { data: { nonce: giveNonce(request, reply, deps) } }
  })

  serve(app, contract.googleCallback, async ({ body, ...asked }) => {
    const person = await read(body.google_credential, expectedNonces(asked.request, deps))
    setSecuritySubject(asked.request, { email: person.email })
    const coming = { cart_hash: body.cart_hash ?? asked.actor.cart_hash, invite_token: body.invite_token }
    const arrived = await db.transaction().execute(async trx => {
      await useCredential(trx, body.google_credential, person)
      return arriveByGoogle(trx, person, { steps, ...coming, came_from: cameFromOf(body), now: clock.now() })
    })
    if ('challenge_token' in arrived) return { data: { password_confirmation: arrived }, meta: { is_new: false } }
    const { user_id, is_new } = arrived
    return {
      ...(await signIn(entrance, asked, { user_id, method: 'google', remember: false, ...coming })),
      meta: { is_new },
    }
  })

  serve(app, contract.confirmGooglePassword, async ({ body: { challenge_token, password, cart_hash }, ...asked }) => {
    const { user_id, subject } = await tryChallenge(db, challenge_token, clock.now())
    // The same count as that of the login: no second way to try passwords.
    setSecuritySubject(asked.request, { user_id })
    const email = await emailOf(db, user_id)
    await allowGuess(deps, asked, { email, field: 'password', label: 'this email' })
    const seen = await provePassword(db, user_id, password, 'password')
    await db
      .transaction()
      .execute(trx => connectByPassword(trx, { challenge_token, user_id, subject, seen, now: clock.now() }))
    await forgetGuesses(deps, asked.request, { email })
    return signIn(entrance, asked, {
      user_id,
      method: 'google',
      seen,
      remember: false,
      cart_hash: cart_hash ?? asked.actor.cart_hash,
    })
  })

  serve(app, contract.connectGoogle, async ({ actor: { user_id, session_id }, body, request }) => {
    const { google_credential } = body
    const person = await read(google_credential, expectedNonces(request, deps))
    await db.transaction().execute(async trx => {
      await useCredential(trx, google_credential, person)
      await connect(trx, { user_id, session_id, person, now: clock.now() })
    })
    return { data: { has_google_account_linked: true } }
  })

  serve(app, contract.disconnectGoogle, async ({ actor: { user_id } }) => {
    await db.transaction().execute(trx => disconnect(trx, user_id))
    return { data: { has_google_account_linked: false } }
  })
}
