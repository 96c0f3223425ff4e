/** Tests for tokenization through the browser API: only published test numbers are accepted. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
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

type TokenizeCardResponse = {
  creditCards?: { nonce: string; details: Record<string, string>; description: string }[]
  fieldErrors?: { fieldErrors: { field: string; code: string; message: string }[] }[]
}

const card = { number: '4111111111111111', expirationMonth: '12', expirationYear: '2031', cvv: '123' }

async function tokenize(creditCard: object, authorizationFingerprint = fingerprint) {
  const response = await fetch(
    `${sandbox.origins.http}/merchants/sandbox_merchant/client_api/v1/payment_methods/credit_cards`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorizationFingerprint, creditCard }),
    },
  )
  const body = (await response.json()) as TokenizeCardResponse
  return {
    status: response.status,
    body,
    codes: body.fieldErrors?.[0]?.fieldErrors.map(error => `${error.field} ${error.code}`),
  }
}

test('a test card becomes a nonce that can be charged, with a CVV response', async () => {
  const { status, body } = await tokenize({ ...card, cvv: '200', billingAddress: { postalCode: '10001' } })
  expect(status).toBe(202)
  const [token] = body.creditCards ?? []
  expect(token).toMatchObject({
    description: 'ending in 11',
    details: { cardType: 'Visa', lastFour: '1111', bin: '411111' },
  })
  const { transaction } = await sdk(sandbox).transaction.sale({
    amount: '9.00',
    paymentMethodNonce: token?.nonce ?? '',
  })
  expect(transaction).toMatchObject({ status: 'authorized', cvvResponseCode: 'N', billing: { postalCode: '10001' } })
})

test.each([
  [{ number: '4242424242424242' }, 'number 81717'],
  [{ number: '4111111111111112' }, 'number 81715'],
  [{ number: '4111' }, 'number 81716'],
  [{ number: undefined }, 'number 81714'],
  [{ expirationMonth: '13' }, 'expirationMonth 81712'],
  [{ expirationYear: '9' }, 'expirationYear 81713'],
  [{ expirationMonth: undefined, expirationYear: undefined }, 'expirationDate 81709'],
  [{ cvv: '12' }, 'cvv 81707'],
  [{ number: '378282246310005', cvv: '123' }, 'cvv 81707'],
])('%o is refused as %s', async (change, expected) => {
  const { status, codes } = await tokenize({ ...card, ...change })
  expect(status).toBe(422)
  expect(codes).toEqual([expected])
})

test('a card cannot be tokenized without a valid client token', async () => {
  const [claims = ''] = fingerprint.split('.')
  expect((await tokenize(card, `${claims}.forged`)).status).toBe(403)
  expect((await tokenize(card, 'nonsense')).status).toBe(403)
})
