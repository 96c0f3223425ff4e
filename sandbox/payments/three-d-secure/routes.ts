/** The 3D Secure routes: the SDK's two calls, the Songbird stand-in and the bank's page. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { camelKeys, presentToken } from '../browser-present.ts'
import { frameScript } from '../build-frame.ts'
import { hostsFor, isAuthorized } from '../client-token.ts'
import type { Gateway } from '../gateway.ts'
import { asParams, type Params, text } from '../params.ts'
import { presentThreeDSecure } from '../present.ts'
import type { Authentication } from '../records.ts'
import { NotFound, Refusal } from '../refusal.ts'
import { withFaults } from '../with-faults.ts'
import { authenticate, cancelChallenge, findChallenge, lookUpCard, signProof, submitCode } from './authentication.ts'
import { challengePage, resultPage } from './challenge-page.ts'

const style = readFileSync(new URL('./challenge.css', import.meta.url), 'utf8')

/** Mounts the SDK's calls next to the other client calls, open to any origin. */
export function threeDSecureCalls(app: FastifyInstance, gateway: Gateway) {
  const basePath = '/merchants/:merchant/client_api/v1/payment_methods/:nonce/three_d_secure'
  type ThreeDSecureCall = { Params: { nonce: string }; Body: unknown }

  app.post<ThreeDSecureCall>(`${basePath}/lookup`, async (request, reply) => {
    const body = asParams(request.body)
    if (!isAuthorized(gateway, body.authorizationFingerprint)) return reply.code(403).send()
    const { bank } = hostsFor(request)
    return withFaults(gateway, 'three_d_secure', request, reply, () =>
      respond(reply, () => presentLookup(lookUpCard(gateway, request.params.nonce, body), bank)),
    )
  })

  app.post<ThreeDSecureCall>(`${basePath}/authenticate_from_jwt`, async (request, reply) => {
    const body = asParams(request.body)
    if (!isAuthorized(gateway, body.authorizationFingerprint)) return reply.code(403).send()
    const outcome = await authenticate(gateway, request.params.nonce, body).catch((error: unknown) => error)
    return withFaults(gateway, 'three_d_secure', request, reply, () =>
      respond(reply, () => {
        if (outcome instanceof Error) throw outcome
        const nonce = outcome as Awaited<ReturnType<typeof authenticate>>
        const info = camelKeys(presentThreeDSecure(nonce.three_d_secure) ?? {})
        return { paymentMethod: presentToken(nonce), threeDSecureInfo: info, success: true }
      }),
    )
  })
}

function respond(reply: FastifyReply, work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotFound) return reply.code(404).send({ error: { message: 'Record not found' } })
    if (!(error instanceof Refusal)) throw error
    return reply.code(422).send({ error: { message: error.message } })
  }
}

const presentLookup = ({ nonce, result, authentication }: ReturnType<typeof lookUpCard>, bank: string) => ({
  paymentMethod: presentToken(nonce),
  threeDSecureInfo: camelKeys(presentThreeDSecure(result) ?? {}),
  lookup: {
    threeDSecureVersion: '2.2.0',
    transactionId: authentication.id,
    ...(authentication.is_challenge && {
      acsUrl: `${bank}/MerchantACSWeb/creq/${authentication.id}`,
      pareq: Buffer.from(JSON.stringify({ messageType: 'CReq', acsTransID: authentication.id })).toString('base64url'),
      termUrl: `${bank}/MerchantACSWeb/term`,
      md: '',
    }),
  },
})

/** Mounts what lives on other hosts than the gateway's: the Songbird script and the bank's page. */
export function bankRoutes(app: FastifyInstance, gateway: Gateway) {
  app.get('/edge/v1/songbird.js', async (_, reply) =>
    reply.header('access-control-allow-origin', '*').type('text/javascript').send(frameScript('songbird')),
  )
  app.get('/MerchantACSWeb/challenge.css', async (_, reply) => reply.type('text/css').send(style))

  type ChallengePageRequest = { Params: { id: string }; Querystring: Params; Body: unknown }
  const path = '/MerchantACSWeb/creq/:id'

  /** Shows the challenge, or posts its result to the given origin once it is decided. */
  const sendChallenge = async (
    reply: FastifyReply,
    authentication: Authentication | undefined,
    origin: string | undefined,
  ) => {
    if (!authentication || !origin) return reply.code(404).send()
    const script_nonce = randomBytes(16).toString('base64')
    const html = authentication.result
      ? resultPage(authentication, await signProof(gateway, authentication), origin, script_nonce)
      : challengePage(authentication, origin, script_nonce)
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; script-src 'nonce-${script_nonce}'`,
      )
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html')
      .send(html)
  }

  app.get<ChallengePageRequest>(path, async ({ params, query }, reply) =>
    sendChallenge(reply, findChallenge(gateway, params.id), text(query, 'origin')),
  )
  app.post<ChallengePageRequest>(path, async ({ params, body: form }, reply) => {
    const body = asParams(form)
    const authentication = findChallenge(gateway, params.id)
    const isCancel = text(body, 'leave') !== undefined
    const updated =
      authentication &&
      (isCancel
        ? cancelChallenge(gateway, authentication)
        : submitCode(gateway, authentication, text(body, 'code') ?? ''))
    return sendChallenge(reply, updated, text(body, 'origin'))
  })
  app.get<ChallengePageRequest>(`${path}/leave`, async ({ params, query }, reply) => {
    const authentication = findChallenge(gateway, params.id)
    return sendChallenge(reply, authentication && cancelChallenge(gateway, authentication), text(query, 'origin'))
  })
}
