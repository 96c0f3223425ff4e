/** The PayPal routes: the SDK's calls, the button script, the approval page and the frame between them. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { presentToken } from '../browser-present.ts'
import { frameScript } from '../build-frame.ts'
import { hostsFor, readFingerprint } from '../client-token.ts'
import type { Gateway } from '../gateway.ts'
import { asParams, type Params, text } from '../params.ts'
import type { PayPalRequest } from '../records.ts'
import { NotFound, Refusal } from '../refusal.ts'
import { withFaults } from '../with-faults.ts'
import { approvalPage, decisionPage, expiredPage } from './approval-page.ts'
import { buyers } from './buyers.ts'
import {
  createAgreementRequest,
  createPaymentRequest,
  updatePayment,
  decideRequest,
  tokenizeApproval,
} from './requests.ts'

const style = readFileSync(new URL('./approval.css', import.meta.url), 'utf8')

type PayPalCall = { body: Params; paypal: string; customer_id: string | undefined }

const presentPayment = ({ id, payment_id }: PayPalRequest, paypal: string) => ({
  paymentResource: {
    paymentToken: payment_id,
    intent: 'authorize',
    redirectUrl: `${paypal}/checkoutnow?token=${id}`,
    authenticateUrl: null,
  },
})

const handlers: Record<string, (gateway: Gateway, call: PayPalCall) => object> = {
  'paypal_hermes/create_payment_resource': (gateway, { body, paypal }) =>
    presentPayment(createPaymentRequest(gateway, body), paypal),
  'paypal_hermes/patch_payment_resource': (gateway, { body, paypal }) =>
    presentPayment(updatePayment(gateway, body), paypal),
  'paypal_hermes/setup_billing_agreement': (gateway, { body, paypal }) => {
    const { id } = createAgreementRequest(gateway, body)
    return { agreementSetup: { tokenId: id, approvalUrl: `${paypal}/checkoutnow?token=${id}` } }
  },
  'payment_methods/paypal_accounts': (gateway, { body, customer_id }) => ({
    paypalAccounts: [presentToken(tokenizeApproval(gateway, body, customer_id))],
  }),
}

/** Mounts the SDK's calls next to the other client calls, open to any origin. */
export function payPalCalls(app: FastifyInstance, gateway: Gateway) {
  for (const [path, handler] of Object.entries(handlers))
    app.post(`/merchants/:merchant/client_api/v1/${path}`, async (request, reply) => {
      const body = asParams(request.body)
      const claims = readFingerprint(gateway, body.authorizationFingerprint)
      if (!claims) return reply.code(403).send()
      const { paypal } = hostsFor(request)
      return withFaults(gateway, 'paypal', request, reply, () =>
        respond(reply, () => handler(gateway, { body, paypal, customer_id: claims.customer_id })),
      )
    })

  // The SDK puts a frame between the shop and PayPal. This one only reports that it is ready.
  for (const name of ['dispatch-frame.html', 'dispatch-frame.min.html'])
    app.get(`/web/:version/html/${name}`, async (_, reply) =>
      reply
        .header('content-security-policy', "default-src 'none'; script-src 'self'")
        .type('text/html')
        .send('<!doctype html><title>PayPal</title><script src="dispatch-frame.js"></script>'),
    )
  app.get('/web/:version/html/dispatch-frame.js', async (_, reply) =>
    reply.type('text/javascript').send(frameScript('dispatch-frame')),
  )
}

function respond(reply: FastifyReply, work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotFound) return reply.code(404).send({ error: { message: 'Record not found' } })
    if (!(error instanceof Refusal)) throw error
    const fieldErrors = error.mistakes.map(({ attribute, code, message }) => ({ field: attribute, code, message }))
    return reply.code(422).send({ error: { message: error.message }, fieldErrors })
  }
}

/** Mounts what lives on PayPal's own hosts: the button script and the approval page. */
export function payPalRoutes(app: FastifyInstance, gateway: Gateway) {
  app.get('/sdk/js', async (_, reply) => reply.type('text/javascript').send(frameScript('button')))
  app.get('/checkoutnow/approval.css', async (_, reply) => reply.type('text/css').send(style))

  const findRequest = (token: string | undefined) => (token ? gateway.store.paypal_requests.get(token) : undefined)

  app.get<{ Querystring: Params }>('/checkoutnow', async ({ query }, reply) => {
    const [request, origin] = [findRequest(text(query, 'token')), text(query, 'origin')]
    if (request?.state !== 'open' || !origin) return sendPage(reply.code(404), expiredPage())
    return sendPage(reply, approvalPage(request, origin))
  })
  app.post('/checkoutnow', async (request, reply) => {
    const body = asParams(request.body)
    const [payPalRequest, origin] = [findRequest(text(body, 'token')), text(body, 'origin')]
    if (payPalRequest?.state !== 'open' || !origin) return sendPage(reply.code(404), expiredPage())
    const buyer = text(body, 'agree') ? buyers[Number(text(body, 'buyer'))] : undefined
    const script_nonce = randomBytes(16).toString('base64')
    return sendPage(
      reply,
      decisionPage(decideRequest(gateway, payPalRequest, buyer ?? null), origin, script_nonce),
      script_nonce,
    )
  })
}

const sendPage = (reply: FastifyReply, markup: string, script_nonce?: string) =>
  reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'${
        script_nonce ? `; script-src 'nonce-${script_nonce}'` : ''
      }`,
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html')
    .send(markup)
