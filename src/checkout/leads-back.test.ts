/** A payment that is still being confirmed: whoever pays is told which it is, and where it was paid. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { setCartBilling } from '#cart/details-contract.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'
import { getLegacyCart } from '#quotes/contract.ts'

import type { Visitor } from '../../testing/app.ts'
import { aBuyer, texan, checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { aCustomCart, aQuote, bills } from '../../testing/builders/quotes.ts'
import { checkoutInvoice, getAttempt, getInvoice, getPending } from './contract.ts'
import { payByLink } from './legacy-contract.ts'
import { sweepAttempts } from './sweep.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop()
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(() => at.faults())

const attemptOf = async ({ call }: Visitor, order_id: number) =>
  (await call(getAttempt, { params: { order_id: String(order_id) } })).data
const pendingOf = async ({ call }: Visitor, cart_hash?: string) =>
  (await call(getPending, { query: cart_hash === undefined ? {} : { cart_hash } })).data
/** The gateway never charges it: after its time the payment has failed. */
const giveUp = async () => {
  await at.faults()
  at.shop.clock.advance(6 * 60_000)
  await sweepAttempts(at.shop, gateway)
}

const payQuote = async ({ visitor }: Buyer, invoiceNumber: string) => {
  const { data } = await visitor.call(getInvoice, { params: { invoice: invoiceNumber } })
  return visitor.call(
    checkoutInvoice,
    { params: { invoiceNumber }, body: { ...payment(data.fingerprint), ...(await checkoutProof(visitor)) } },
    { idempotencyKey: randomUUID() },
  )
}

const customBuyer = async () => {
  const buyer = await aMember(at.shop)
  await buyer.visitor.call(setCartBilling, { body: await texan(at.shop, buyer.user_id) })
  return buyer
}
const payLink = async ({ visitor }: Buyer, cart_hash: string, seen?: string) => {
  const shown = async () => (await visitor.call(getLegacyCart, { query: { cart_hash, payment_type: 'card' } })).data
  const { nonce, payment_type } = payment('')
  const body = { cart_hash, nonce, payment_type, seen: seen ?? (await shown()).fingerprint }
  return visitor.call(
    payByLink,
    { body: { ...body, ...(await checkoutProof(visitor)) } },
    { idempotencyKey: randomUUID() },
  )
}

test('of a quote: its number is told while it is confirmed and after it failed', async () => {
  const buyer = await aMember(at.shop)
  await bills(at.shop, buyer)
  const number = await aQuote(at.shop, buyer, at.clips)
  await at.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await payQuote(buyer, number)
  const about = { kind: 'quote', quote_number: number }
  expect(data).toMatchObject({ state: 'confirming', ...about })
  expect(await attemptOf(buyer.visitor, data.order_id)).toMatchObject({ state: 'confirming', ...about })
  const { data: waiting } = await buyer.visitor.call(getInvoice, { params: { invoice: number } })
  expect(waiting).toMatchObject({ state: 'paying', order_id: data.order_id })

  await giveUp()
  expect(await attemptOf(buyer.visitor, data.order_id)).toMatchObject({ state: 'failed', ...about })
  const { data: open } = await buyer.visitor.call(getInvoice, { params: { invoice: number } })
  expect(open).toMatchObject({ state: 'open', order_id: null })
  expect((await payQuote(buyer, number)).data.state).toBe('paid')
})

test('of a custom cart: told to whoever pays it, and to nobody else with its link', async () => {
  const [payer, other] = [await customBuyer(), await customBuyer()]
  const { link } = await aCustomCart(at.shop, await customBuyer(), at.clips)
  expect(await pendingOf(payer.visitor, link)).toBeNull()
  await at.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await payLink(payer, link)
  expect(data).toMatchObject({ state: 'confirming', kind: 'custom', quote_number: null })

  expect(await pendingOf(payer.visitor, link)).toEqual({ order_id: data.order_id })
  expect(await pendingOf(other.visitor, link)).toBeNull()
  // Nor is it taken for the payer's own cart.
  expect(await pendingOf(payer.visitor)).toBeNull()
  await expect(payLink(payer, link, 'any')).rejects.toMatchObject({ status: 409, meta: { order_id: data.order_id } })
  const refused = await payLink(other, link, 'any').catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused).not.toMatchObject({ meta: { order_id: expect.anything() } })

  await giveUp()
  expect(await attemptOf(payer.visitor, data.order_id)).toMatchObject({ state: 'failed', kind: 'custom' })
  await expect(pendingOf(payer.visitor, 'a-link-that-opens-nothing-at-all')).rejects.toMatchObject({ status: 404 })
})

test('of one’s own cart, by its key as well', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  expect(data).toMatchObject({ state: 'confirming', kind: 'own', quote_number: null })
  expect(await pendingOf(buyer.visitor)).toEqual({ order_id: data.order_id })
  expect(await pendingOf(buyer.visitor, buyer.cart.hash ?? '')).toEqual({ order_id: data.order_id })
  await giveUp()
  expect(await pendingOf(buyer.visitor)).toBeNull()
})
