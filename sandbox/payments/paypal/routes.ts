/** PayPal on the wire: the SDK's calls, the script with the button, the approval window, and the frame between them. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { presentToken } from '../browser-present.ts'
import { frameScript } from '../build-frame.ts'
import { hostsFor, readFingerprint } from '../client-token.ts'
import { faulty } from '../faulty.ts'
import type { Gateway } from '../gateway.ts'
import { asParams, type Params, text } from '../params.ts'
import type { PayPalRequest } from '../records.ts'
import { Missing, Refusal } from '../refusal.ts'
import { approvalPage, decidedPage, gonePage } from './approval-page.ts'
import { buyers } from './buyers.ts'
import { askForAgreement, askForPayment, changePayment, decide, tokenizeApproval } from './requests.ts'

const style = readFileSync(new URL('./approval.css', import.meta.url), 'utf8')

type Call = { body: Params; paypal: string; customer_id: string | undefined }

const paymentResource = ({ id, payment_id }: PayPalRequest, paypal: string) => ({
  paymentResource: {
    paymentToken: payment_id,
    intent: 'authorize',
    redirectUrl: `${paypal}/checkoutnow?token=${id}`,
    authenticateUrl: null,
  },
})

const calls: Record<string, (gateway: Gateway, call: Call) => object> = {
  'paypal_hermes/create_payment_resource': (gateway, { body, paypal }) =>
    paymentResource(askForPayment(gateway, body), paypal),
  'paypal_hermes/patch_payment_resource': (gateway, { body, paypal }) =>
    paymentResource(changePayment(gateway, body), paypal),
  'paypal_hermes/setup_billing_agreement': (gateway, { body, paypal }) => {
    const { id } = askForAgreement(gateway, body)
    return { agreementSetup: { tokenId: id, approvalUrl: `${paypal}/checkoutnow?token=${id}` } }
  },
  'payment_methods/paypal_accounts': (gateway, { body, customer_id }) => ({
    paypalAccounts: [presentToken(tokenizeApproval(gateway, body, customer_id))],
  }),
}

/** The SDK's calls: they stand beside the other client calls, for any origin. */
export function payPalCalls(app: FastifyInstance, gateway: Gateway) {
  for (const [path, work] of Object.entries(calls))
    app.post(`/merchants/:merchant/client_api/v1/${path}`, async (request, reply) => {
      const body = asParams(request.body)
      const claims = readFingerprint(gateway, body.authorizationFingerprint)
      if (!claims) return reply.code(403).send()
      const { paypal } = hostsFor(request)
      return faulty(gateway, 'paypal', request, reply, () =>
        refusable(reply, () => work(gateway, { body, paypal, customer_id: claims.customer_id })),
      )
    })

  // The SDK puts a frame between the shop and PayPal; this one only says that it is there.
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

function refusable(reply: FastifyReply, work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof Missing) return reply.code(404).send({ error: { message: 'Record not found' } })
    if (!(error instanceof Refusal)) throw error
    const fieldErrors = error.mistakes.map(({ attribute, code, message }) => ({ field: attribute, code, message }))
    return reply.code(422).send({ error: { message: error.message }, fieldErrors })
  }
}

/** What stands on PayPal's own hosts: the script in the shop's page, and the window that it opens. */
export function payPalRoutes(app: FastifyInstance, gateway: Gateway) {
  app.get('/sdk/js', async (_, reply) => reply.type('text/javascript').send(frameScript('button')))
  app.get('/checkoutnow/approval.css', async (_, reply) => reply.type('text/css').send(style))

  const find = (token: string | undefined) => (token ? gateway.store.paypal_requests.get(token) : undefined)

  app.get<{ Querystring: Params }>('/checkoutnow', async ({ query }, reply) => {
    const [request, origin] = [find(text(query, 'token')), text(query, 'origin')]
    if (request?.state !== 'open' || !origin) return page(reply.code(404), gonePage())
    return page(reply, approvalPage(request, origin))
  })
  app.post('/checkoutnow', async (request, reply) => {
    const body = asParams(request.body)
    const [asked, origin] = [find(text(body, 'token')), text(body, 'origin')]
    if (asked?.state !== 'open' || !origin) return page(reply.code(404), gonePage())
    const buyer = text(body, 'agree') ? buyers[Number(text(body, 'buyer'))] : undefined
    const script_nonce = randomBytes(16).toString('base64')
    return page(reply, decidedPage(decide(gateway, asked, buyer ?? null), origin, script_nonce), script_nonce)
  })
}

const page = (reply: FastifyReply, markup: string, script_nonce?: string) =>
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
