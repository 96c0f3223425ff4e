/** Reading GraphQL: the SDK's own texts, and anything else. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { isRoutingNumber, testAccounts } from './bank/test-accounts.ts'
import { readAccount } from './bank/tokenize.ts'
import { readDeposits } from './bank/verification.ts'
import { readGraphql } from './graphql.ts'
import { browser, control, newCustomer, sdk } from './testing.ts'

const deletion =
  'mutation DeletePaymentMethodFromSingleUseToken($input: DeletePaymentMethodFromSingleUseTokenInput!) {  deletePaymentMethodFromSingleUseToken(input: $input) {    clientMutationId  }}'

describe('reading', () => {
  test('nothing but a known mutation is one, and nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ query: fc.string(), variables: fc.jsonValue() })), body => {
        expect(typeof readGraphql(body)).toBe('string')
      }),
    )
  })

  test("the SDK's text is understood however it is spaced, and its input is handed on", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(' ', '\n', '\t')), fc.dictionary(fc.string(), fc.string()), (gap, input) => {
        const query = gap.join('') + deletion.replace(/ {2}/g, `  ${gap.join('')}`)
        expect(readGraphql({ query, variables: { input } })).toEqual({
          mutation: 'deletePaymentMethodFromSingleUseToken',
          input,
        })
      }),
    )
  })

  test('no account number but a published one is ever read, whatever else is in the input', () => {
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
      fc.property(input, given => {
        const read = readAccount(given)
        if ('mistakes' in read) expect(read.mistakes.length).toBeGreaterThan(0)
        else expect(testAccounts.has(read.bank.test_account)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('of the ten numbers that differ in their last digit, one is a routing number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{7}$/), start => {
        const good = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).filter(isRoutingNumber)
        expect(good).toHaveLength(1)
      }),
    )
  })

  test('deposits are two small whole numbers or nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const read = readDeposits(value)
        if (read) expect(read).toEqual([expect.any(Number), expect.any(Number)])
      }),
    )
    expect(readDeposits(['29', 17])).toEqual([17, 29])
  })
})

describe('the vault in the browser', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  type Listed = { paymentMethods: { nonce: string; type: string; default: boolean; description: string }[] }
  const keep = async (customerId: string, paymentMethodNonce: string) =>
    (await sdk(sandbox).paymentMethod.create({ customerId, paymentMethodNonce })).paymentMethod.token

  test('lists what is kept for the customer of the client token, and lets them forget it', async () => {
    const customerId = await newCustomer(sandbox)
    const card = await keep(customerId, 'fake-valid-nonce')
    await keep(customerId, 'fake-us-bank-account-nonce')
    await keep(customerId, 'fake-paypal-billing-agreement-nonce')
    await keep(await newCustomer(sandbox), 'fake-valid-visa-nonce')

    const door = await browser(sandbox, { customerId })
    const { answer } = await door.get<Listed>('payment_methods')
    expect(answer.paymentMethods.map(each => [each.type, each.default, each.description])).toEqual([
      ['CreditCard', true, 'ending in 11'],
      ['UsBankAccount', false, 'US bank account ending in - 0000'],
      ['PayPalAccount', false, 'PayPal'],
    ])
    const singleUseTokenId = answer.paymentMethods[0]?.nonce
    expect((await door.graphql(deletion, { singleUseTokenId })).answer).not.toHaveProperty('errors')
    await expect(sdk(sandbox).paymentMethod.find(card)).rejects.toMatchObject({ type: 'notFoundError' })
    expect((await door.graphql(deletion, { singleUseTokenId: 'never' })).answer).toMatchObject({
      errors: [{ extensions: { errorClass: 'NOT_FOUND' } }],
    })
    expect((await (await browser(sandbox)).get<Listed>('payment_methods')).answer.paymentMethods).toEqual([])
  })

  test('a query that is not known is refused, and so is one without a client token', async () => {
    expect((await (await browser(sandbox)).graphql('query { ping }', {})).answer).toMatchObject({
      errors: [{ extensions: { errorClass: 'VALIDATION' } }],
    })
    const response = await fetch(`${sandbox.origins.http}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer nonsense' },
      body: JSON.stringify({ query: deletion }),
    })
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { errorClass: 'AUTHENTICATION' } }] })
  })

  test('the control door lists what is kept', async () => {
    expect(await control(sandbox, 'GET', 'payment_methods')).toMatchObject({
      payment_methods: expect.arrayContaining([
        expect.objectContaining({ kind: 'us_bank_account', name: 'Checking account', detail: '0000' }),
      ]),
    })
  })
})
