import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp } from '../../testing/app.ts'
import { aCard, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { aMember } from '../../testing/builders/orders.ts'
import { getClientToken, getClientTokenLegacy } from './contract.ts'
import { openGateway, type Gateway } from './gateway.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
let token: string
beforeAll(async () => {
  at = await openCheckoutShop()
  gateway = openGateway(at.shop.config) as Gateway
  token = await aCard(gateway)
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  await at.strictAmounts(false)
})

const sale = (more: object = {}) => ({
  amount_cents: 12_905,
  source: { token },
  order_id: randomUUID(),
  ...more,
})
const impatient = () => openGateway({ ...at.shop.config, braintree_timeout_ms: 300 }) as Gateway

describe('a sale', () => {
  test('is found again under our name for it, and only there', async () => {
    const asked = sale()
    const made = await gateway.sale(asked)
    expect(made).toMatchObject({ kind: 'approved', amount_cents: 12_905, order_id: asked.order_id })
    expect(await gateway.findByOrderId(asked.order_id)).toEqual(made)
    expect(await gateway.findByOrderId(randomUUID())).toEqual({ kind: 'none' })
    if (made.kind === 'approved') expect(await gateway.find(made.transaction_id)).toEqual(made)
  })

  test('can be voided before it settles; a refund has to wait until after', async () => {
    const made = await gateway.sale(sale())
    if (made.kind !== 'approved') throw new Error(made.reason)
    expect(await gateway.refund(made.transaction_id)).toMatchObject({ kind: 'refused' })
    expect(await gateway.void(made.transaction_id)).toEqual({ kind: 'done', transaction_id: made.transaction_id })
    expect(await gateway.void(made.transaction_id)).toMatchObject({ kind: 'refused' })
    expect(await gateway.find(made.transaction_id)).toMatchObject({ kind: 'declined' })
  })

  test('that the bank declines, or the gateway cannot read, is a no', async () => {
    await at.strictAmounts(true)
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
  const kept = async (token: string) => (await at.cards()).filter(card => card.token === token)
  beforeAll(async () => {
    customer_id = randomUUID()
    await gateway.createCustomer(customer_id, 'Fieldnote Pictures')
  })

  test('that is good is in the vault under our name for it, until it is forgotten', async () => {
    const card = newCard()
    expect(await gateway.verify(card)).toMatchObject({ kind: 'good', method: { card_brand: 'Visa', last_4: '1111' } })
    expect(await kept(card.token)).toMatchObject([{ customer_id }])
    await gateway.forget(card.token)
    await gateway.forget(card.token)
    expect(await kept(card.token)).toEqual([])
  })

  test.each([
    ['fake-processor-declined-visa-nonce', '2000'],
    ['fake-gateway-rejected-fraud-nonce', 'fraud'],
    ['nobody-made-this', 'validation'],
  ])('by %s is refused, and not kept', async (nonce, code) => {
    const card = newCard(nonce)
    expect(await gateway.verify(card)).toMatchObject({ kind: 'declined', code })
    expect(await kept(card.token)).toEqual([])
  })

  test('of a customer that the gateway does not know is told apart', async () => {
    expect(await gateway.verify({ ...newCard(), customer_id: randomUUID() })).toEqual({ kind: 'no_customer' })
  })

  test('may be there though the answer was lost, and nobody says that it is not', async () => {
    await at.faults({ kind: 'timeout_after_success', on: 'payment_method', times: 1 })
    const card = newCard()
    expect((await impatient().verify(card)).kind).toBe('unknown')
    expect(await kept(card.token)).toHaveLength(1)
    await at.faults({ kind: 'error_500', on: 'payment_method', times: 1 })
    await expect(gateway.forget(card.token)).rejects.toThrow()
    expect(await kept(card.token)).toHaveLength(1)
  })
})

describe('nobody can say', () => {
  test('after a 500', async () => {
    await at.faults({ kind: 'error_500', on: 'all' })
    expect((await gateway.sale(sale())).kind).toBe('unknown')
    expect((await gateway.findByOrderId('x')).kind).toBe('unknown')
    expect((await gateway.find('x')).kind).toBe('unknown')
    expect((await gateway.void('x')).kind).toBe('unknown')
    expect((await gateway.refund('x', 100)).kind).toBe('unknown')
  })

  test('after a time-out, though the card was charged', async () => {
    await at.faults({ kind: 'timeout_after_success', on: 'sale' })
    const asked = sale()
    expect((await impatient().sale(asked)).kind).toBe('unknown')
    expect((await gateway.findByOrderId(asked.order_id)).kind).toBe('approved')
  })

  test('when nothing listens there, and when the connection breaks', async () => {
    const rude = await new Promise<Server>(resolve => {
      const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1', () => resolve(server))
    })
    const url = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`
    const broken = openGateway({ ...at.shop.config, sandbox_url: url }) as Gateway
    expect((await broken.sale(sale())).kind).toBe('unknown')
    expect((await broken.findByOrderId('x')).kind).toBe('unknown')
    await new Promise(resolve => rude.close(resolve))
    expect((await broken.sale(sale())).kind).toBe('unknown')
  })
})

test('without keys and without a sandbox there is no gateway', () => {
  expect(openGateway({ ...at.shop.config, sandbox_url: undefined, braintree: undefined })).toBeUndefined()
})

describe('the client token', () => {
  test('comes by both its names, for people who are logged in', async () => {
    const { visitor } = await aMember(at.shop)
    for (const endpoint of [getClientToken, getClientTokenLegacy]) {
      const { data } = await visitor.call(endpoint, {})
      expect(data.ip_address).toBe('127.0.0.1')
      const token = JSON.parse(Buffer.from(data.client_token, 'base64').toString()) as object
      expect(token).toMatchObject({
        configUrl: expect.stringContaining('https://'),
        authorizationFingerprint: expect.any(String),
      })
    }
    await expect(at.shop.visitor().call(getClientToken, {})).rejects.toMatchObject({ status: 401 })
  })

  test('that the gateway does not give is an error in the words of the catalogue', async () => {
    const { visitor } = await aMember(at.shop)
    await at.faults({ kind: 'error_500', on: 'client_token', times: 1 })
    await expect(visitor.call(getClientToken, {})).rejects.toMatchObject({
      status: 503,
      message: 'Error creating braintree token',
    })
  })

  test('says where payments are not set up', async () => {
    const shop = await openTestApp()
    const { visitor } = await aMember(shop)
    await expect(visitor.call(getClientToken, {})).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('not set up'),
    })
    await shop.close()
  })
})
