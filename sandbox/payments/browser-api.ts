/** The API for the browser SDK: configuration, tokenization, the hosted fields frame, and third-party scripts. */
import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { toCamelCase, presentToken, snakeKeys } from './browser-present.ts'
import { frameScript } from './build-frame.ts'
import { tokenizeCard } from './cards.ts'
import { hostsFor, isAuthorized, readFingerprint } from './client-token.ts'
import type { Gateway } from './gateway.ts'
import { graphqlApi } from './graphql.ts'
import { createNonceForMethod } from './nonces.ts'
import { asParams, group, type Params, text } from './params.ts'
import { payPalCalls, payPalRoutes } from './paypal/routes.ts'
import { type ValidationError, Refusal } from './refusal.ts'
import { supportedBrands } from './test-cards.ts'
import { issueSetupToken } from './three-d-secure/authentication.ts'
import { bankRoutes, threeDSecureCalls } from './three-d-secure/routes.ts'
import { listStoredMethods } from './vault.ts'
import { withFaults } from './with-faults.ts'

const frameStyle = readFileSync(new URL('./frame/frame.css', import.meta.url), 'utf8')

const FRAME_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Card field</title>
    <link rel="stylesheet" href="frame.css">
  </head>
  <body><script src="frame.js"></script></body>
</html>
`

const CLIENT_API_PATH = '/merchants/:merchant/client_api/v1'

/** Mounts the endpoints that the official browser SDK calls, open to any origin as on the real gateway. */
export function browserApi(app: FastifyInstance, gateway: Gateway) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, OPTIONS')
    reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-type')
    reply.header('access-control-max-age', '600')
    return reply.code(204).send()
  })
  for (const path of [`${CLIENT_API_PATH}/*`, '/xoplatform/*', '/graphql'])
    app.options(path, async () => {
      // The hook above answers. Without a route it would not run.
    })

  app.get<{ Querystring: Params }>(`${CLIENT_API_PATH}/configuration`, async (request, reply) => {
    if (!isAuthorized(gateway, request.query.authorizationFingerprint))
      return reply.code(403).send({ error: forbiddenError })
    return configuration(gateway, request)
  })

  app.post<{ Body: Params }>(`${CLIENT_API_PATH}/payment_methods/credit_cards`, async (request, reply) => {
    const body = asParams(request.body)
    if (!isAuthorized(gateway, body.authorizationFingerprint)) return reply.code(403).send({ error: forbiddenError })
    return withFaults(gateway, 'tokenize', request, reply, () => {
      const { code, payload } = tokenize(gateway, group(body, 'creditCard'))
      reply.code(code)
      return payload
    })
  })

  // The stored payment methods of the client token's customer, each with its own nonce.
  app.get<{ Querystring: Params }>(`${CLIENT_API_PATH}/payment_methods`, async (request, reply) => {
    const claims = readFingerprint(gateway, request.query.authorizationFingerprint)
    if (!claims) return reply.code(403).send({ error: forbiddenError })
    const methods = claims.customer_id ? listStoredMethods(gateway, claims.customer_id) : []
    const isDefaultFirst = text(request.query, 'defaultFirst') === '1'
    const sorted = isDefaultFirst ? methods.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)) : methods
    return {
      paymentMethods: sorted.flatMap(({ id, is_default }) => {
        const nonce = createNonceForMethod(gateway, id)
        return nonce ? [{ ...presentToken(nonce), default: is_default, hasSubscription: false }] : []
      }),
    }
  })

  threeDSecureCalls(app, gateway)
  payPalCalls(app, gateway)
  graphqlApi(app, gateway)

  for (const name of ['hosted-fields-frame.html', 'hosted-fields-frame.min.html'])
    app.get(`/web/:version/html/${name}`, async (_, reply) =>
      reply
        .header('content-security-policy', "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *")
        .type('text/html')
        .send(FRAME_HTML),
    )
  app.get('/web/:version/html/frame.css', async (_, reply) => reply.type('text/css').send(frameStyle))
  app.get('/web/:version/html/frame.js', async (_, reply) => reply.type('text/javascript').send(frameScript('frame')))

  // The device-data component only waits for this script to load. The sandbox collects no device data.
  app.get('/da/r/fb.js', async (_, reply) => reply.type('text/javascript').send('/* stands in for fraudnet */\n'))
  app.post('/xoplatform/logger/api/logger', async () => ({}))
}

/** Mounts what lives on other hosts than the gateway's: the pages and scripts of the banks and PayPal. */
export function thirdPartyPages(app: FastifyInstance, gateway: Gateway) {
  bankRoutes(app, gateway)
  payPalRoutes(app, gateway)
}

const forbiddenError = { message: 'The client token is invalid or has expired.' }

async function configuration(gateway: Gateway, request: FastifyRequest) {
  const { merchant_id } = gateway.merchant
  const { api, assets, songbird } = hostsFor(request)
  const merchantAccountId = `${merchant_id}_usd`
  return {
    environment: 'sandbox',
    merchantId: merchant_id,
    merchantAccountId,
    clientApiUrl: `${api}/merchants/${merchant_id}/client_api`,
    assetsUrl: assets,
    challenges: ['cvv'],
    creditCards: { supportedCardTypes: supportedBrands, collectDeviceData: false },
    threeDSecureEnabled: true,
    threeDSecure: {
      cardinalAuthenticationJWT: await issueSetupToken(gateway),
      cardinalSongbirdUrl: `${songbird}/edge/v1/songbird.js`,
    },
    usBankAccount: { routeId: 'sandbox' },
    paypalEnabled: true,
    paypal: {
      displayName: 'Longtake',
      clientId: 'sandbox',
      assetsUrl: assets,
      environment: 'custom',
      environmentNoNetwork: false,
      unvettedMerchant: false,
      billingAgreementsEnabled: true,
      merchantAccountId,
      currencyIsoCode: 'USD',
    },
  }
}

function tokenize(gateway: Gateway, creditCard: Params) {
  try {
    return { code: 202, payload: { creditCards: [presentToken(tokenizeCard(gateway, snakeKeys(creditCard)))] } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fieldErrors = [{ field: 'creditCard', fieldErrors: error.mistakes.map(presentMistake) }]
    return { code: 422, payload: { error: { message: 'Credit card is invalid' }, fieldErrors } }
  }
}

const presentMistake = ({ attribute, code, message }: ValidationError) => ({
  field: toCamelCase(attribute),
  code,
  message,
})
