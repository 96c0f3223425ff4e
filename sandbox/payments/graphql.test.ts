/** Tests for parsing GraphQL requests and for the vault in the browser. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { isRoutingNumber, testAccounts } from './bank/test-accounts.ts'
import { parseBankAccount } from './bank/tokenize.ts'
import { parseDeposits } from './bank/verification.ts'
import { parseGraphql } from './graphql.ts'
import { createBrowserClient, callControlApi, createTestCustomer, sdk } from './testing.ts'

const DELETE_MUTATION =
  'mutation DeletePaymentMethodFromSingleUseToken($input: DeletePaymentMethodFromSingleUseTokenInput!) {  deletePaymentMethodFromSingleUseToken(input: $input) {    clientMutationId  }}'

describe('parsing', () => {
  test('any body that is not a known mutation is refused without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ query: fc.string(), variables: fc.jsonValue() })), body => {
        expect(typeof parseGraphql(body)).toBe('string')
      }),
    )
  })

  test('the mutation of the SDK is recognized with any whitespace, and its input is returned', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(' ', '\n', '\t')),
        fc.dictionary(fc.string(), fc.string()),
        (whitespace, input) => {
          const query = whitespace.join('') + DELETE_MUTATION.replace(/ {2}/g, `  ${whitespace.join('')}`)
          expect(parseGraphql({ query, variables: { input } })).toEqual({
            mutation: 'deletePaymentMethodFromSingleUseToken',
            input,
          })
        },
      ),
    )
  })

  test('only published account numbers are accepted, whatever the other input', () => {
    const input = fc.record(
      {
        routingNumber: fc.constantFrom('021000021', '011000015', 'x'),
        accountNumber: fc.oneof(
          fc.stringMatching(/^\d{0,17}$/),
          fc.constantFrom(...testAccounts.keys()),
          fc.jsonValue(),
        ),
        accountType: fc.constantFrom('CHECKING', 'SAVINGS', '__proto__'),
        achMandate: fc.string(),
        individualOwner: fc.oneof(fc.record({ firstName: fc.string(), lastName: fc.string() }), fc.jsonValue()),
        businessOwner: fc.oneof(fc.record({ businessName: fc.string() }), fc.jsonValue()),
        billingAddress: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(input, account => {
        const result = parseBankAccount(account)
        if ('mistakes' in result) expect(result.mistakes.length).toBeGreaterThan(0)
        else expect(testAccounts.has(result.bank.test_account)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('one of the ten numbers that differ in their last digit is a routing number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{7}$/), prefix => {
        const valid = Array.from({ length: 10 }, (_, digit) => `${prefix}${digit}`).filter(isRoutingNumber)
        expect(valid).toHaveLength(1)
      }),
    )
  })

  test('deposits are two small integers, or invalid', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const deposits = parseDeposits(value)
        if (deposits) expect(deposits).toEqual([expect.any(Number), expect.any(Number)])
      }),
    )
    expect(parseDeposits(['29', 17])).toEqual([17, 29])
  })
})

describe('the vault in the browser', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  type PaymentMethodList = { paymentMethods: { nonce: string; type: string; default: boolean; description: string }[] }
  const vaultMethod = async (customerId: string, paymentMethodNonce: string) =>
    (await sdk(sandbox).paymentMethod.create({ customerId, paymentMethodNonce })).paymentMethod.token

  test('a browser can list and delete the payment methods of the client token’s customer', async () => {
    const customerId = await createTestCustomer(sandbox)
    const card = await vaultMethod(customerId, 'fake-valid-nonce')
    await vaultMethod(customerId, 'fake-us-bank-account-nonce')
    await vaultMethod(customerId, 'fake-paypal-billing-agreement-nonce')
    await vaultMethod(await createTestCustomer(sandbox), 'fake-valid-visa-nonce')

    const client = await createBrowserClient(sandbox, { customerId })
    const { body } = await client.get<PaymentMethodList>('payment_methods')
    expect(body.paymentMethods.map(method => [method.type, method.default, method.description])).toEqual([
      ['CreditCard', true, 'ending in 11'],
      ['UsBankAccount', false, 'US bank account ending in - 0000'],
      ['PayPalAccount', false, 'PayPal'],
    ])
    const singleUseTokenId = body.paymentMethods[0]?.nonce
    expect((await client.graphql(DELETE_MUTATION, { singleUseTokenId })).body).not.toHaveProperty('errors')
    await expect(sdk(sandbox).paymentMethod.find(card)).rejects.toMatchObject({ type: 'notFoundError' })
    expect((await client.graphql(DELETE_MUTATION, { singleUseTokenId: 'never' })).body).toMatchObject({
      errors: [{ extensions: { errorClass: 'NOT_FOUND' } }],
    })
    expect(
      (await (await createBrowserClient(sandbox)).get<PaymentMethodList>('payment_methods')).body.paymentMethods,
    ).toEqual([])
  })

  test('an unknown query is refused, and so is one without a client token', async () => {
    expect((await (await createBrowserClient(sandbox)).graphql('query { ping }', {})).body).toMatchObject({
      errors: [{ extensions: { errorClass: 'VALIDATION' } }],
    })
    const response = await fetch(`${sandbox.origins.http}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer nonsense' },
      body: JSON.stringify({ query: DELETE_MUTATION }),
    })
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { errorClass: 'AUTHENTICATION' } }] })
  })

  test('the control API lists the saved payment methods', async () => {
    expect(await callControlApi(sandbox, 'GET', 'payment_methods')).toMatchObject({
      payment_methods: expect.arrayContaining([
        expect.objectContaining({ kind: 'us_bank_account', name: 'Checking account', detail: '0000' }),
      ]),
    })
  })
})
