/** The door of the browser SDK: configuration, tokenizing, the hosted-fields frame, and the scripts it expects elsewhere. */
import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { camel, presentToken, snakeKeys } from './browser-present.ts'
import { frameScript } from './build-frame.ts'
import { tokenizeCard } from './cards.ts'
import { hostsFor, isAuthorized, readFingerprint } from './client-token.ts'
import { faulty } from './faulty.ts'
import type { Gateway } from './gateway.ts'
import { graphqlApi } from './graphql.ts'
import { asParams, group, type Params, text } from './params.ts'
import { payPalCalls, payPalRoutes } from './paypal/routes.ts'
import { type Mistake, Refusal } from './refusal.ts'
import { supportedBrands } from './test-cards.ts'
import { setupWord } from './three-d-secure/authentication.ts'
import { bankRoutes, threeDSecureCalls } from './three-d-secure/routes.ts'
import { nonceOfKept } from './tokens.ts'
import { keptFor } from './vault.ts'

const frameStyle = readFileSync(new URL('./frame/frame.css', import.meta.url), 'utf8')

const framePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Card field</title>
    <link rel="stylesheet" href="frame.css">
  </head>
  <body><script src="frame.js"></script></body>
</html>
`

const clientApi = '/merchants/:merchant/client_api/v1'

/** Mounts what the official browser SDK asks for, for any origin: that is how the real gateway answers too. */
export function browserApi(app: FastifyInstance, gateway: Gateway) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, OPTIONS')
    reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-type')
    reply.header('access-control-max-age', '600')
    return reply.code(204).send()
  })
  for (const path of [`${clientApi}/*`, '/xoplatform/*', '/graphql'])
    app.options(path, async () => {
      // Answered by the hook above; the route is here so that the hook runs.
    })

  app.get<{ Querystring: Params }>(`${clientApi}/configuration`, async (request, reply) => {
    if (!isAuthorized(gateway, request.query.authorizationFingerprint))
      return reply.code(403).send({ error: forbidden })
    return configuration(gateway, request)
  })

  app.post<{ Body: Params }>(`${clientApi}/payment_methods/credit_cards`, async (request, reply) => {
    const body = asParams(request.body)
    if (!isAuthorized(gateway, body.authorizationFingerprint)) return reply.code(403).send({ error: forbidden })
    return faulty(gateway, 'tokenize', request, reply, () => {
      const { code, answer } = tokenize(gateway, group(body, 'creditCard'))
      reply.code(code)
      return answer
    })
  })

  // What is kept for the customer that the client token was made for, each with a nonce of its own.
  app.get<{ Querystring: Params }>(`${clientApi}/payment_methods`, async (request, reply) => {
    const claims = readFingerprint(gateway, request.query.authorizationFingerprint)
    if (!claims) return reply.code(403).send({ error: forbidden })
    const kept = claims.customer_id ? keptFor(gateway, claims.customer_id) : []
    const isDefaultFirst = text(request.query, 'defaultFirst') === '1'
    const sorted = isDefaultFirst ? kept.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)) : kept
    return {
      paymentMethods: sorted.flatMap(({ id, is_default }) => {
        const nonce = nonceOfKept(gateway, id)
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
        .send(framePage),
    )
  app.get('/web/:version/html/frame.css', async (_, reply) => reply.type('text/css').send(frameStyle))
  app.get('/web/:version/html/frame.js', async (_, reply) => reply.type('text/javascript').send(frameScript('frame')))

  // The device-data component only waits for this script to load; the sandbox watches nobody's device.
  app.get('/da/r/fb.js', async (_, reply) => reply.type('text/javascript').send('/* stands in for fraudnet */\n'))
  app.post('/xoplatform/logger/api/logger', async () => ({}))
}

/** Mounts what stands on other hosts than the gateway's: the banks' and PayPal's pages, and the scripts from there. */
export function pagesElsewhere(app: FastifyInstance, gateway: Gateway) {
  bankRoutes(app, gateway)
  payPalRoutes(app, gateway)
}

const forbidden = { message: 'The client token is not one of this sandbox, or has run out.' }

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
      cardinalAuthenticationJWT: await setupWord(gateway),
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
    return { code: 202, answer: { creditCards: [presentToken(tokenizeCard(gateway, snakeKeys(creditCard)))] } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fieldErrors = [{ field: 'creditCard', fieldErrors: error.mistakes.map(presentMistake) }]
    return { code: 422, answer: { error: { message: 'Credit card is invalid' }, fieldErrors } }
  }
}

const presentMistake = ({ attribute, code, message }: Mistake) => ({ field: camel(attribute), code, message })
