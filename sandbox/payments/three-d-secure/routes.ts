/** 3D Secure on the wire: the SDK's two calls, the stand-in for Songbird, and the page of the holder's bank. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { camelKeys, presentToken } from '../browser-present.ts'
import { frameScript } from '../build-frame.ts'
import { hostsFor, isAuthorized } from '../client-token.ts'
import { faulty } from '../faulty.ts'
import type { Gateway } from '../gateway.ts'
import { asParams, type Params, text } from '../params.ts'
import { presentThreeDSecure } from '../present.ts'
import type { Authentication } from '../records.ts'
import { Missing, Refusal } from '../refusal.ts'
import { authenticate, cancelChallenge, findChallenge, lookUp, proofOf, typeCode } from './authentication.ts'
import { challengePage, finishedPage } from './challenge-page.ts'

const style = readFileSync(new URL('./challenge.css', import.meta.url), 'utf8')

/** The SDK's calls: they stand beside the other client calls, for any origin. */
export function threeDSecureCalls(app: FastifyInstance, gateway: Gateway) {
  const calls = '/merchants/:merchant/client_api/v1/payment_methods/:nonce/three_d_secure'
  type Call = { Params: { nonce: string }; Body: unknown }

  app.post<Call>(`${calls}/lookup`, async (request, reply) => {
    const body = asParams(request.body)
    if (!isAuthorized(gateway, body.authorizationFingerprint)) return reply.code(403).send()
    const { bank } = hostsFor(request)
    return faulty(gateway, 'three_d_secure', request, reply, () =>
      refusable(reply, () => presentLookup(lookUp(gateway, request.params.nonce, body), bank)),
    )
  })

  app.post<Call>(`${calls}/authenticate_from_jwt`, async (request, reply) => {
    const body = asParams(request.body)
    if (!isAuthorized(gateway, body.authorizationFingerprint)) return reply.code(403).send()
    const outcome = await authenticate(gateway, request.params.nonce, body).catch((error: unknown) => error)
    return faulty(gateway, 'three_d_secure', request, reply, () =>
      refusable(reply, () => {
        if (outcome instanceof Error) throw outcome
        const nonce = outcome as Awaited<ReturnType<typeof authenticate>>
        const facts = camelKeys(presentThreeDSecure(nonce.three_d_secure) ?? {})
        return { paymentMethod: presentToken(nonce), threeDSecureInfo: facts, success: true }
      }),
    )
  })
}

function refusable(reply: FastifyReply, work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof Missing) return reply.code(404).send({ error: { message: 'Record not found' } })
    if (!(error instanceof Refusal)) throw error
    return reply.code(422).send({ error: { message: error.message } })
  }
}

const presentLookup = ({ nonce, facts, authentication }: ReturnType<typeof lookUp>, bank: string) => ({
  paymentMethod: presentToken(nonce),
  threeDSecureInfo: camelKeys(presentThreeDSecure(facts) ?? {}),
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

/** What comes from other hosts than the gateway's: the script in the shop's page, and the bank's page in its frame. */
export function bankRoutes(app: FastifyInstance, gateway: Gateway) {
  app.get('/edge/v1/songbird.js', async (_, reply) =>
    reply.header('access-control-allow-origin', '*').type('text/javascript').send(frameScript('songbird')),
  )
  app.get('/MerchantACSWeb/challenge.css', async (_, reply) => reply.type('text/css').send(style))

  type Visit = { Params: { id: string }; Querystring: Params; Body: unknown }
  const page = '/MerchantACSWeb/creq/:id'

  /** Asks once more, or tells the page around the frame how it ended: only the origin that was named hears it. */
  const answer = async (
    reply: FastifyReply,
    authentication: Authentication | undefined,
    origin: string | undefined,
  ) => {
    if (!authentication || !origin) return reply.code(404).send()
    const script_nonce = randomBytes(16).toString('base64')
    const html = authentication.result
      ? finishedPage(authentication, await proofOf(gateway, authentication), origin, script_nonce)
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

  app.get<Visit>(page, async ({ params, query }, reply) =>
    answer(reply, findChallenge(gateway, params.id), text(query, 'origin')),
  )
  app.post<Visit>(page, async ({ params, body: form }, reply) => {
    const body = asParams(form)
    const found = findChallenge(gateway, params.id)
    const isLeaving = text(body, 'leave') !== undefined
    const next =
      found && (isLeaving ? cancelChallenge(gateway, found) : typeCode(gateway, found, text(body, 'code') ?? ''))
    return answer(reply, next, text(body, 'origin'))
  })
  app.get<Visit>(`${page}/leave`, async ({ params, query }, reply) => {
    const found = findChallenge(gateway, params.id)
    return answer(reply, found && cancelChallenge(gateway, found), text(query, 'origin'))
  })
}
