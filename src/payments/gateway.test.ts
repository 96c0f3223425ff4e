import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp } from '../../testing/app.ts'
import { seedVaultedCard, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { getClientToken, getClientTokenLegacy } from './contract.ts'
import { openGateway, type PaymentGateway } from './gateway.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
let token: string
beforeAll(async () => {
  harness = await openCheckoutShop()
  gateway = openGateway(harness.shop.config) as PaymentGateway
  token = await seedVaultedCard(gateway)
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  await harness.strictAmounts(false)
})

const sale = (overrides: object = {}) => ({
  amount_cents: 12_905,
  source: { token },
  order_id: randomUUID(),
  ...overrides,
})
const shortTimeoutGateway = () => openGateway({ ...harness.shop.config, braintree_timeout_ms: 300 }) as PaymentGateway

describe('a sale', () => {
  test('is found under our name for it only', async () => {
    const request = sale()
    const outcome = await gateway.sale(request)
    expect(outcome).toMatchObject({ kind: 'approved', amount_cents: 12_905, order_id: request.order_id })
    expect(await gateway.findByOrderId(request.order_id)).toEqual(outcome)
    expect(await gateway.findByOrderId(randomUUID())).toEqual({ kind: 'none' })
    if (outcome.kind === 'approved') expect(await gateway.find(outcome.transaction_id)).toEqual(outcome)
  })

  test('can be voided before it settles, and refunded only after', async () => {
    const outcome = await gateway.sale(sale())
    if (outcome.kind !== 'approved') throw new Error(outcome.reason)
    expect(await gateway.refund(outcome.transaction_id)).toMatchObject({ kind: 'refused' })
    expect(await gateway.void(outcome.transaction_id)).toEqual({ kind: 'done', transaction_id: outcome.transaction_id })
    expect(await gateway.void(outcome.transaction_id)).toMatchObject({ kind: 'refused' })
    expect(await gateway.find(outcome.transaction_id)).toMatchObject({ kind: 'declined' })
  })

  test('is declined when the bank declines, or the gateway cannot read it', async () => {
    await harness.strictAmounts(true)
    expect(await gateway.sale(sale({ amount_cents: 200_100 }))).toMatchObject({ kind: 'declined', code: '2001' })
    expect(await gateway.sale(sale({ source: { token: 'unknown' } }))).toMatchObject({
      kind: 'declined',
      transaction_id: null,
    })
  })
})

describe('a new card', () => {
  let customer_id: string
  const newCard = (nonce = 'fake-valid-nonce') => ({ customer_id, nonce, token: randomUUID() })
  const cardsInVault = async (token: string) => (await harness.cards()).filter(card => card.token === token)
  beforeAll(async () => {
    customer_id = randomUUID()
    await gateway.createCustomer(customer_id, 'Fieldnote Pictures')
  })

  test('that is valid stays in the vault under our token until it is deleted', async () => {
    const card = newCard()
    expect(await gateway.verify(card)).toMatchObject({ kind: 'good', method: { card_brand: 'Visa', last_4: '1111' } })
    expect(await cardsInVault(card.token)).toMatchObject([{ customer_id }])
    await gateway.forget(card.token)
    await gateway.forget(card.token)
    expect(await cardsInVault(card.token)).toEqual([])
  })

  test.each([
    ['fake-processor-declined-visa-nonce', '2000'],
    ['fake-gateway-rejected-fraud-nonce', 'fraud'],
    ['nobody-made-this', 'validation'],
  ])('by %s is declined and not stored', async (nonce, code) => {
    const card = newCard(nonce)
    expect(await gateway.verify(card)).toMatchObject({ kind: 'declined', code })
    expect(await cardsInVault(card.token)).toEqual([])
  })

  test('of an unknown customer is reported as such', async () => {
    expect(await gateway.verify({ ...newCard(), customer_id: randomUUID() })).toEqual({ kind: 'no_customer' })
  })

  test('may be stored although the response was lost, and the outcome is unknown', async () => {
    await harness.faults({ kind: 'timeout_after_success', on: 'payment_method', times: 1 })
    const card = newCard()
    expect((await shortTimeoutGateway().verify(card)).kind).toBe('unknown')
    expect(await cardsInVault(card.token)).toHaveLength(1)
    await harness.faults({ kind: 'error_500', on: 'payment_method', times: 1 })
    await expect(gateway.forget(card.token)).rejects.toThrow()
    expect(await cardsInVault(card.token)).toHaveLength(1)
  })
})

describe('the outcome is unknown', () => {
  test('after a 500', async () => {
    await harness.faults({ kind: 'error_500', on: 'all' })
    expect((await gateway.sale(sale())).kind).toBe('unknown')
    expect((await gateway.findByOrderId('x')).kind).toBe('unknown')
    expect((await gateway.find('x')).kind).toBe('unknown')
    expect((await gateway.void('x')).kind).toBe('unknown')
    expect((await gateway.refund('x', 100)).kind).toBe('unknown')
  })

  test('after a timeout, though the card was charged', async () => {
    await harness.faults({ kind: 'timeout_after_success', on: 'sale' })
    const request = sale()
    expect((await shortTimeoutGateway().sale(request)).kind).toBe('unknown')
    expect((await gateway.findByOrderId(request.order_id)).kind).toBe('approved')
  })

  test('when nothing listens, and when the connection breaks', async () => {
    const brokenServer = await new Promise<Server>(resolve => {
      const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1', () => resolve(server))
    })
    const url = `http://127.0.0.1:${(brokenServer.address() as AddressInfo).port}`
    const broken = openGateway({ ...harness.shop.config, sandbox_url: url }) as PaymentGateway
    expect((await broken.sale(sale())).kind).toBe('unknown')
    expect((await broken.findByOrderId('x')).kind).toBe('unknown')
    await new Promise(resolve => brokenServer.close(resolve))
    expect((await broken.sale(sale())).kind).toBe('unknown')
  })
})

test('without keys and without a sandbox there is no gateway', () => {
  expect(openGateway({ ...harness.shop.config, sandbox_url: undefined, braintree: undefined })).toBeUndefined()
})

describe('the client token', () => {
  test('is returned by both endpoints, for signed-in users', async () => {
    const { visitor } = await seedMember(harness.shop)
    for (const endpoint of [getClientToken, getClientTokenLegacy]) {
      const { data } = await visitor.call(endpoint, {})
      expect(data.ip_address).toBe('127.0.0.1')
      const token = JSON.parse(Buffer.from(data.client_token, 'base64').toString()) as object
      expect(token).toMatchObject({
        configUrl: expect.stringContaining('https://'),
        authorizationFingerprint: expect.any(String),
      })
    }
    await expect(harness.shop.visitor().call(getClientToken, {})).rejects.toMatchObject({ status: 401 })
  })

  test('is an error with the specified message when the gateway fails', async () => {
    const { visitor } = await seedMember(harness.shop)
    await harness.faults({ kind: 'error_500', on: 'client_token', times: 1 })
    await expect(visitor.call(getClientToken, {})).rejects.toMatchObject({
      status: 503,
      message: 'Error creating braintree token',
    })
  })

  test('is refused where payments are not set up', async () => {
    const shop = await openTestApp()
    const { visitor } = await seedMember(shop)
    await expect(visitor.call(getClientToken, {})).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('not set up'),
    })
    await shop.close()
  })
})
