/** Tests for the sandbox's gateway with the official server SDK, unmodified. */
import type { BraintreeGateway, CreditCard, Customer, Transaction } from 'braintree'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import { callControlApi, sdk } from './testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway

beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => callControlApi(sandbox, 'PUT', 'settings', { strict_amounts: false }))

const enableStrictAmounts = () => callControlApi(sandbox, 'PUT', 'settings', { strict_amounts: true })
const visa = { paymentMethodNonce: 'fake-valid-visa-nonce' }
const submitOptions = { options: { submitForSettlement: true } }

async function createSale(amount: string, extra: object = {}): Promise<Transaction> {
  const result = await gateway.transaction.sale({ amount, ...visa, ...submitOptions, ...extra })
  expect(result.success).toBe(true)
  return result.transaction
}

async function newCustomer(extra: object = {}): Promise<Customer> {
  const result = await gateway.customer.create({ firstName: 'Ada', email: 'ada@example.com', ...extra })
  if (!result.success) throw new Error(result.message)
  return result.customer
}

const codes = (result: { errors?: unknown }) =>
  (result.errors as { deepErrors(): { code: string }[] }).deepErrors().map(error => error.code)

describe('keys and tokens', () => {
  test('a wrong key is an authentication error', async () => {
    await expect(sdk(sandbox, { privateKey: 'wrong' }).transaction.find('abc')).rejects.toMatchObject({
      type: 'authenticationError',
    })
  })

  test('a client token has the official hosts and no GraphQL entry', async () => {
    const { clientToken } = await gateway.clientToken.generate({})
    const token = JSON.parse(Buffer.from(clientToken, 'base64').toString()) as Record<string, unknown>
    expect(token.configUrl).toMatch(/^https:\/\/api\.sandbox\.braintreegateway\.com:443\/merchants\/sandbox_merchant\//)
    expect(token).not.toHaveProperty('graphQL')
  })

  test('a client token for an unknown customer is refused', async () => {
    const result = await gateway.clientToken.generate({ customerId: 'nobody' })
    expect(codes(result as never)).toEqual(['92804'])
  })
})

describe('customers', () => {
  test('customers can be created, found, updated and deleted', async () => {
    const { id } = await newCustomer({ lastName: 'Łukasz & <Söhne>' })
    expect(await gateway.customer.find(id)).toMatchObject({
      id,
      firstName: 'Ada',
      lastName: 'Łukasz & <Söhne>',
      paymentMethods: [],
    })
    const updated = await gateway.customer.update(id, { firstName: 'Grace' })
    expect(updated).toMatchObject({ success: true, customer: { firstName: 'Grace', email: 'ada@example.com' } })
    await gateway.customer.delete(id)
    await expect(gateway.customer.find(id)).rejects.toMatchObject({ type: 'notFoundError' })
  })

  test('an invalid email is refused with its field', async () => {
    const result = await gateway.customer.create({ email: 'ada' })
    expect(result).toMatchObject({ success: false, message: 'Email is an invalid format.' })
    if (result.success) return
    expect(result.errors.for('customer').on('email')).toMatchObject([{ code: '81604', attribute: 'email' }])
  })

  test('a used customer id is refused', async () => {
    const { id } = await newCustomer()
    expect(codes((await gateway.customer.create({ id })) as never)).toEqual(['91609'])
  })
})

describe('stored cards', () => {
  test('the first card is the default until make_default chooses another', async () => {
    const { id: customerId } = await newCustomer()
    const first = await gateway.paymentMethod.create({ customerId, ...visa })
    const second = await gateway.paymentMethod.create({ customerId, paymentMethodNonce: 'fake-valid-amex-nonce' })
    expect(first.paymentMethod).toMatchObject({
      default: true,
      last4: '1881',
      cardType: 'Visa',
      maskedNumber: '401288******1881',
    })
    expect(second.paymentMethod).toMatchObject({ default: false })
    await gateway.paymentMethod.update(second.paymentMethod.token, { options: { makeDefault: true } })
    expect(await gateway.paymentMethod.find(first.paymentMethod.token)).toMatchObject({ default: false })
    const { paymentMethods } = await gateway.customer.find(customerId)
    expect(paymentMethods?.map(method => (method as CreditCard).default)).toEqual([false, true])
    await gateway.paymentMethod.delete(second.paymentMethod.token)
    await expect(gateway.paymentMethod.find(second.paymentMethod.token)).rejects.toMatchObject({
      type: 'notFoundError',
    })
    expect(await gateway.paymentMethod.find(first.paymentMethod.token)).toMatchObject({ default: true })
  })

  test('a card that fails verification is not stored', async () => {
    const { id: customerId } = await newCustomer()
    const result = await gateway.paymentMethod.create({
      customerId,
      paymentMethodNonce: 'fake-processor-declined-visa-nonce',
      options: { verifyCard: true },
    })
    expect(result).toMatchObject({
      success: false,
      message: 'Do Not Honor',
      verification: { status: 'processor_declined', processorResponseCode: '2000' },
    })
    expect((await gateway.customer.find(customerId)).paymentMethods).toEqual([])
  })

  test('a fraudulent card is rejected by the gateway', async () => {
    const { id: customerId } = await newCustomer()
    const paymentMethodNonce = 'fake-gateway-rejected-fraud-nonce'
    const result = await gateway.paymentMethod.create({ customerId, paymentMethodNonce, options: { verifyCard: true } })
    expect(result).toMatchObject({
      success: false,
      verification: { status: 'gateway_rejected', gatewayRejectionReason: 'fraud' },
    })
  })

  test('missing and unknown fields are refused with their codes', async () => {
    const { id: customerId } = await newCustomer()
    const create = async (attributes: object) =>
      codes((await gateway.paymentMethod.create(attributes as never)) as never)
    expect(await create({ paymentMethodNonce: 'fake-valid-nonce' })).toEqual(['93104'])
    expect(await create({ customerId: 'nobody', paymentMethodNonce: 'fake-valid-nonce' })).toEqual(['93105'])
    expect(await create({ customerId })).toEqual(['93103'])
    expect(await create({ customerId, paymentMethodNonce: 'never-made' })).toEqual(['93108'])
  })

  test('a stored card gives nonces that can be charged once', async () => {
    const { id: customerId } = await newCustomer()
    const { paymentMethod } = await gateway.paymentMethod.create({ customerId, ...visa })
    const created = await gateway.paymentMethodNonce.create(paymentMethod.token)
    const fetched = await gateway.paymentMethodNonce.find(created.paymentMethodNonce.nonce)
    expect(fetched).toMatchObject({
      consumed: false,
      details: { bin: '401288', lastFour: '1881' },
      binData: { countryOfIssuance: 'USA' },
    })
    const sale = await createSale('20.00', { paymentMethodNonce: fetched.nonce })
    expect(sale).toMatchObject({ creditCard: { token: paymentMethod.token }, customer: { id: customerId } })
    const second = await gateway.transaction.sale({ amount: '20.00', paymentMethodNonce: fetched.nonce })
    expect(codes(second as never)).toEqual(['91564'])
  })
})

describe('sales', () => {
  test('a sale stores its order id and its status history', async () => {
    const sale = await createSale('1200.5', { orderId: 'LT-1' })
    expect(sale).toMatchObject({
      status: 'submitted_for_settlement',
      amount: '1200.50',
      orderId: 'LT-1',
      currencyIsoCode: 'USD',
    })
    const fetched = await gateway.transaction.find(sale.id)
    expect(fetched.statusHistory?.map(step => step.status)).toEqual(['authorized', 'submitted_for_settlement'])
    expect(fetched.creditCard).toMatchObject({ cardType: 'Visa', last4: '1881', maskedNumber: '401288******1881' })
  })

  test('a sale can store its card for a new customer', async () => {
    const sale = await createSale('10', {
      customer: { email: 'ada@example.com' },
      options: { storeInVaultOnSuccess: true },
    })
    const { paymentMethods } = await gateway.customer.find(sale.customer.id)
    expect(paymentMethods?.map(method => method.token)).toEqual([sale.creditCard?.token])
  })

  test('a stored card can be charged by its token or by its customer', async () => {
    const { id: customerId } = await newCustomer()
    const { paymentMethod } = await gateway.paymentMethod.create({ customerId, ...visa })
    for (const payment of [{ paymentMethodToken: paymentMethod.token }, { customerId }]) {
      const result = await gateway.transaction.sale({ amount: '5', ...payment })
      expect(result).toMatchObject({
        success: true,
        transaction: { status: 'authorized', creditCard: { token: paymentMethod.token } },
      })
    }
  })

  test.each([
    [{ ...visa }, '81502'],
    [{ ...visa, amount: '-1' }, '81501'],
    [{ ...visa, amount: '1,5' }, '81503'],
    [{ ...visa, amount: '0.00' }, '81531'],
    [{ amount: '1' }, '91508'],
    [{ amount: '1', paymentMethodToken: 'gone' }, '91518'],
    [{ amount: '1', paymentMethodNonce: 'gone' }, '91565'],
    [{ ...visa, amount: '1', customerId: 'gone' }, '91510'],
  ])('%o is refused with %s', async (attributes, code) => {
    const result = await gateway.transaction.sale(attributes as never)
    expect(result.success).toBe(false)
    expect(codes(result as never)).toEqual([code])
  })

  test('amounts decide the result only in strict mode', async () => {
    expect((await createSale('2400.00')).status).toBe('submitted_for_settlement')
    await enableStrictAmounts()
    const declined = await gateway.transaction.sale({ amount: '2001.00', ...visa })
    expect(declined).toMatchObject({
      success: false,
      message: 'Insufficient Funds',
      transaction: {
        status: 'processor_declined',
        processorResponseCode: '2001',
        processorResponseType: 'soft_declined',
      },
    })
    expect(codes(declined as never)).toEqual([])
    const rejected = await gateway.transaction.sale({ amount: '5001.00', ...visa })
    expect(rejected).toMatchObject({
      transaction: { status: 'gateway_rejected', gatewayRejectionReason: 'application_incomplete' },
    })
    const failed = await gateway.transaction.sale({ amount: '3000.00', ...visa })
    expect(failed).toMatchObject({ success: false, transaction: { status: 'failed' } })
  })

  test('a fraudulent card is rejected whatever the amount', async () => {
    const result = await gateway.transaction.sale({
      amount: '5.00',
      paymentMethodNonce: 'fake-gateway-rejected-fraud-nonce',
    })
    expect(result).toMatchObject({
      success: false,
      message: 'Gateway Rejected: fraud',
      transaction: { gatewayRejectionReason: 'fraud' },
    })
  })
})

describe('after a sale', () => {
  test('a sale can be authorized, submitted in part, settled, and refunded in two parts', async () => {
    const { transaction } = await gateway.transaction.sale({ amount: '100.00', ...visa })
    expect(transaction.status).toBe('authorized')
    expect(codes((await gateway.transaction.submitForSettlement(transaction.id, '100.01')) as never)).toEqual(['91522'])
    const submission = await gateway.transaction.submitForSettlement(transaction.id, '80.00')
    expect(submission.transaction).toMatchObject({ status: 'submitted_for_settlement', amount: '80.00' })
    expect(codes((await gateway.transaction.refund(transaction.id)) as never)).toEqual(['91506'])
    const settled = await gateway.testing.settle(transaction.id)
    expect(settled).toMatchObject({ transaction: { status: 'settled' } })

    expect(codes((await gateway.transaction.refund(transaction.id, '80.01')) as never)).toEqual(['91521'])
    const partialRefund = await gateway.transaction.refund(transaction.id, '30.00')
    expect(partialRefund.transaction).toMatchObject({
      type: 'credit',
      amount: '30.00',
      refundedTransactionId: transaction.id,
    })
    const remainingRefund = await gateway.transaction.refund(transaction.id)
    expect(remainingRefund.transaction.amount).toBe('50.00')
    expect(codes((await gateway.transaction.refund(transaction.id)) as never)).toEqual(['91512'])
    expect(codes((await gateway.transaction.refund(remainingRefund.transaction.id)) as never)).toEqual(['91505'])
    expect((await gateway.transaction.find(transaction.id)).refundIds).toEqual([
      partialRefund.transaction.id,
      remainingRefund.transaction.id,
    ])
  })

  test('a sale can be voided once, and not after settlement', async () => {
    const sale = await createSale('10.00')
    expect((await gateway.transaction.void(sale.id)).transaction.status).toBe('voided')
    expect(codes((await gateway.transaction.void(sale.id)) as never)).toEqual(['91504'])
    const { id } = await createSale('10.00')
    await gateway.testing.settle(id)
    expect(codes((await gateway.transaction.void(id)) as never)).toEqual(['91504'])
  })

  test('a transaction that was not submitted cannot settle', async () => {
    const { transaction } = await gateway.transaction.sale({ amount: '10', ...visa })
    expect(codes((await settleRaw(transaction.id)) as never)).toEqual(['91575'])
  })

  test('strict amounts decide the settlement of a sale', async () => {
    await enableStrictAmounts()
    const declined = await createSale('4001.00')
    expect(await gateway.testing.settle(declined.id)).toMatchObject({ transaction: { status: 'settlement_declined' } })
    const pending = await createSale('4002.00')
    expect(await gateway.testing.settle(pending.id)).toMatchObject({ transaction: { status: 'settlement_pending' } })
    expect(await gateway.testing.settle(pending.id)).toMatchObject({ transaction: { status: 'settled' } })
  })

  // The SDK's testing calls return the parsed response, with errors but unwrapped.
  async function settleRaw(id: string) {
    const { apiErrorResponse } = (await gateway.testing.settle(id)) as unknown as {
      apiErrorResponse: { errors: { transaction: { errors: { code: string }[] } } }
    }
    return { errors: { deepErrors: () => apiErrorResponse.errors.transaction.errors } }
  }
})

describe('search', () => {
  const search = async (orderId: string) => {
    const results: Transaction[] = []
    const stream = gateway.transaction.search(query => {
      query.orderId().is(orderId)
    })
    for await (const transaction of stream) results.push(transaction as Transaction)
    return results
  }

  test('search finds an order that was charged', async () => {
    const sale = await createSale('12.00', { orderId: 'LT-searched' })
    expect((await search('LT-searched')).map(transaction => [transaction.id, transaction.amount])).toEqual([
      [sale.id, '12.00'],
    ])
    expect(await search('LT-never')).toEqual([])
  })

  test('search returns more than one page, newest first, and combines criteria', async () => {
    const sales: string[] = []
    for (let index = 0; index < 51; index++) sales.unshift((await createSale('1.00', { orderId: 'LT-many' })).id)
    await gateway.transaction.void(sales[0] ?? '')
    expect((await search('LT-many')).map(transaction => transaction.id)).toEqual(sales)
    const stream = gateway.transaction.search(query => {
      query.orderId().startsWith('LT-man')
      query.status().in(['voided'])
      query.amount().between('0.50', '1.00')
    })
    const ids: string[] = []
    for await (const transaction of stream) ids.push((transaction as Transaction).id)
    expect(ids).toEqual([sales[0]])
  })

  test('an unsupported criterion is refused, not ignored', async () => {
    const stream = gateway.transaction.search(query => {
      query.billingPostalCode().is('10001')
    })
    await expect(Array.fromAsync(stream)).rejects.toMatchObject({
      message: 'The sandbox cannot search by billing_postal_code.',
    })
  })
})
