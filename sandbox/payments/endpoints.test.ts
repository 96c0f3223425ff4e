/** Fuzz tests for the public endpoints: no request body may cause a 5xx response. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { defaultMerchant } from './gateway.ts'
import { sdk } from './testing.ts'

let sandbox: Sandbox
let fingerprint: string
beforeAll(async () => {
  sandbox = await startSandbox()
  const { clientToken } = await sdk(sandbox).clientToken.generate({})
  const token = JSON.parse(Buffer.from(clientToken, 'base64').toString()) as { authorizationFingerprint: string }
  fingerprint = token.authorizationFingerprint
})
afterAll(() => sandbox.close())

const api = `/merchants/${defaultMerchant.merchant_id}/client_api/v1`
const paths = [
  `${api}/payment_methods/credit_cards`,
  `${api}/payment_methods/paypal_accounts`,
  `${api}/payment_methods/fake-valid-nonce/three_d_secure/lookup`,
  `${api}/payment_methods/fake-valid-nonce/three_d_secure/authenticate_from_jwt`,
  `${api}/paypal_hermes/create_payment_resource`,
  `${api}/paypal_hermes/patch_payment_resource`,
  `${api}/paypal_hermes/setup_billing_agreement`,
  '/graphql',
  '/checkoutnow',
  '/MerchantACSWeb/creq/x',
  '/_control/faults',
  '/_control/settings',
  '/_control/transactions/x/dispute',
]
const keys = [
  'creditCard',
  'paypalAccount',
  'amount',
  'currencyIsoCode',
  'paymentId',
  'jwt',
  'query',
  'variables',
  'faults',
  'webhook_url',
  'token',
  'origin',
  'reason',
]

test('no request body causes a server error', async () => {
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc
      .dictionary(fc.constantFrom(...keys), fc.jsonValue())
      .map(params => ({ authorizationFingerprint: fingerprint, ...params })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), bodies, async (path, body) => {
      const method = ['/_control/faults', '/_control/settings'].includes(path) ? 'PUT' : 'POST'
      const response = await fetch(sandbox.origins.http + path, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${fingerprint}` },
        body: JSON.stringify(body),
      })
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 400 },
  )
})
