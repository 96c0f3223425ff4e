/** A payment that is being confirmed: the buyer can find it, and where it was paid. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { setCartBilling } from '#cart/details-contract.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { getLegacyCart } from '#quotes/contract.ts'

import type { Visitor } from '../../testing/app.ts'
import {
  seedBuyer,
  texasBilling,
  solveCheckoutCaptcha,
  openCheckoutShop,
  buildPaymentBody,
} from '../../testing/builders/checkout.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { seedCustomCart, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { checkoutInvoice, getAttempt, getInvoice, getPendingOrder } from './contract.ts'
import { payByLink } from './legacy-contract.ts'
import { sweepAttempts } from './sweep.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop()
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(() => harness.faults())

const attemptOf = async ({ call }: Visitor, order_id: number) =>
  (await call(getAttempt, { params: { order_id: String(order_id) } })).data
const pendingOf = async ({ call }: Visitor, cart_hash?: string) =>
  (await call(getPendingOrder, { query: cart_hash === undefined ? {} : { cart_hash } })).data
/** The gateway never charges it, so the payment fails. */
const letFail = async () => {
  await harness.faults()
  harness.shop.clock.advance(6 * 60_000)
  await sweepAttempts(harness.shop, gateway)
}

const payQuote = async ({ visitor }: Buyer, invoiceNumber: string) => {
  const { data } = await visitor.call(getInvoice, { params: { invoiceNumber: invoiceNumber } })
  return visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber },
      body: { ...buildPaymentBody(data.fingerprint), ...(await solveCheckoutCaptcha(visitor)) },
    },
    { idempotencyKey: randomUUID() },
  )
}

const customBuyer = async () => {
  const buyer = await seedMember(harness.shop)
  await buyer.visitor.call(setCartBilling, { body: await texasBilling(harness.shop, buyer.user_id) })
  return buyer
}
const payLink = async ({ visitor }: Buyer, cart_hash: string, seen?: string) => {
  const loadCart = async () => (await visitor.call(getLegacyCart, { query: { cart_hash, payment_type: 'card' } })).data
  const { nonce, payment_type } = buildPaymentBody('')
  const body = { cart_hash, nonce, payment_type, seen: seen ?? (await loadCart()).fingerprint }
  return visitor.call(
    payByLink,
    { body: { ...body, ...(await solveCheckoutCaptcha(visitor)) } },
    { idempotencyKey: randomUUID() },
  )
}

test('of a quote: it has its number while it is confirmed and after it failed', async () => {
  const buyer = await seedMember(harness.shop)
  await setUsBilling(harness.shop, buyer)
  const number = await seedQuote(harness.shop, buyer, harness.clips)
  await harness.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await payQuote(buyer, number)
  const expected = { kind: 'quote', quote_number: number }
  expect(data).toMatchObject({ state: 'confirming', ...expected })
  expect(await attemptOf(buyer.visitor, data.order_id)).toMatchObject({ state: 'confirming', ...expected })
  const { data: pendingQuote } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber: number } })
  expect(pendingQuote).toMatchObject({ state: 'paying', order_id: data.order_id })

  await letFail()
  expect(await attemptOf(buyer.visitor, data.order_id)).toMatchObject({ state: 'failed', ...expected })
  const { data: openQuote } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber: number } })
  expect(openQuote).toMatchObject({ state: 'open', order_id: null })
  expect((await payQuote(buyer, number)).data.state).toBe('paid')
})

test('of a custom cart: only its payer can find it, not others with the link', async () => {
  const [payer, other] = [await customBuyer(), await customBuyer()]
  const { link } = await seedCustomCart(harness.shop, await customBuyer(), harness.clips)
  expect(await pendingOf(payer.visitor, link)).toBeNull()
  await harness.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await payLink(payer, link)
  expect(data).toMatchObject({ state: 'confirming', kind: 'custom', quote_number: null })

  expect(await pendingOf(payer.visitor, link)).toEqual({ order_id: data.order_id })
  expect(await pendingOf(other.visitor, link)).toBeNull()
  // It does not count as the payer’s own cart.
  expect(await pendingOf(payer.visitor)).toBeNull()
  await expect(payLink(payer, link, 'any')).rejects.toMatchObject({ status: 409, meta: { order_id: data.order_id } })
  const refusal = await payLink(other, link, 'any').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 409 })
  expect(refusal).not.toMatchObject({ meta: { order_id: expect.anything() } })

  await letFail()
  expect(await attemptOf(payer.visitor, data.order_id)).toMatchObject({ state: 'failed', kind: 'custom' })
  await expect(pendingOf(payer.visitor, 'a-link-that-opens-nothing-at-all')).rejects.toMatchObject({ status: 404 })
})

test('of the own cart, also by its hash', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  expect(data).toMatchObject({ state: 'confirming', kind: 'own', quote_number: null })
  expect(await pendingOf(buyer.visitor)).toEqual({ order_id: data.order_id })
  expect(await pendingOf(buyer.visitor, buyer.cart.hash ?? '')).toEqual({ order_id: data.order_id })
  await letFail()
  expect(await pendingOf(buyer.visitor)).toBeNull()
})
