import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'

import { startSandbox } from '../../sandbox/start.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import {
  aBuyer,
  aCard,
  besideGateway,
  checkoutProof,
  openCheckoutShop,
  payment,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { aClip } from '../../testing/builders/orders.ts'
import { ask_job, beginPayment } from './checkout.server.ts'
import { getAttempt, getPending } from './contract.ts'
import { checkoutJobs } from './jobs.server.ts'
import { reconcile } from './reconcile.server.ts'
import { settle } from './settle.server.ts'
import { refundCameBack, sweepAttempts } from './sweep.server.ts'

const minute_ms = 60_000
const day_ms = 86_400_000
let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
let token: string
beforeAll(async () => {
  at = await openCheckoutShop(2_000)
  gateway = openGateway({ ...at.shop.config, braintree_timeout_ms: 20_000 }) as Gateway
  token = await aCard(gateway)
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  await at.strictAmounts(false)
})

const sweep = () => sweepAttempts(at.shop, gateway)
const beginIn = async (shop: TestApp, { actor, visitor, cart }: CartBuyer) => {
  const body = { ...payment(cart.fingerprint), ...(await checkoutProof(visitor)) }
  return (await beginPayment(shop, actor, { operation_key: randomUUID(), body })).attempt
}
const begin = (buyer: CartBuyer) => beginIn(at.shop, buyer)
const statusOf = async ({ visitor }: CartBuyer, order_id: number) =>
  (await visitor.call(getAttempt, { params: { order_id: String(order_id) } })).data
const cartOf = async ({ visitor }: CartBuyer) => (await visitor.call(getCart, {})).data
const attemptOf = (order_id: number) =>
  at.shop.db.selectFrom('payment_attempts').where('order_id', '=', order_id).selectAll().executeTakeFirstOrThrow()
const orderOf = (id: number) =>
  at.shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const movesOf = (order_id: number) =>
  at.shop.db.selectFrom('order_moves').where('order_id', '=', order_id).select('to_state').orderBy('id').execute()
const chargesOf = async (order_id: number) => {
  const { gateway_order_id } = await attemptOf(order_id)
  return (await at.transactions()).filter(t => t.order_id === gateway_order_id)
}

/** A cart between $2,000 and $3,000: declined by its amount where the gateway is strict. */
const twoThousand = { distribution_ids: [7, 8], end_client_size: 3 as const }

test('a gateway that goes silent after charging: the page confirms, and five sweepers at once settle it once', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  const key = randomUUID()
  const { data } = await buyer.pay({ key })
  expect(data).toMatchObject({ state: 'confirming', invoice_number: null })
  expect((await buyer.pay({ key })).data).toEqual(data)
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'confirming' })
  expect((await cartOf(buyer)).state).toBe('paying')

  at.shop.clock.advance(31_000)
  await Promise.all(Array.from({ length: 5 }, sweep))
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'paid', invoice_number: expect.any(String) })
  expect(await chargesOf(data.order_id)).toHaveLength(1)
  expect((await movesOf(data.order_id)).map(move => move.to_state)).toEqual(['pending', 'paid'])
  expect((await buyer.pay({ key })).data).toMatchObject({ state: 'paid', order_id: data.order_id })
  expect(await cartOf(buyer)).toMatchObject({ hash: null })
})

test('the shop asks by itself a few seconds later', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  const asked = at.shop.jobs.sent.findLast(job => job.name === ask_job)
  const work = checkoutJobs(at.shop.deps).find(job => job.name === ask_job)
  await work?.run(asked?.data ?? {})
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'paid' })
})

test('a gateway that fails before charging: after its time the order fails, the cart opens, and a new try pays', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await at.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  expect(data.state).toBe('confirming')
  at.shop.clock.advance(minute_ms)
  await sweep()
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'confirming' })
  at.shop.clock.advance(5 * minute_ms)
  await Promise.all(Array.from({ length: 5 }, sweep))
  expect(await statusOf(buyer, data.order_id)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Something went wrong'),
  })
  expect((await movesOf(data.order_id)).map(move => move.to_state)).toEqual(['pending', 'failed'])
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect((await buyer.visitor.call(getPending, { query: {} })).data).toBeNull()
  expect((await buyer.pay()).data.state).toBe('paid')
})

test('a crash before the gateway was asked: nothing is charged, and the cart comes back', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const attempt = await begin(buyer)
  expect((await buyer.visitor.call(getPending, { query: {} })).data).toEqual({ order_id: attempt.order_id })
  at.shop.clock.advance(6 * minute_ms)
  await sweep()
  expect(await orderOf(attempt.order_id)).toMatchObject({ state: 'failed', universal_invoice_number: null })
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect(await chargesOf(attempt.order_id)).toEqual([])
})

test('a crash after the gateway charged: the order is paid', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  at.shop.clock.advance(31_000)
  await sweep()
  expect(await orderOf(order_id)).toMatchObject({ state: 'paid', payment_method: 'Visa ending in 1111' })
})

test('a card declined while nobody was listening: the order fails and the cart opens', async () => {
  const buyer = await aBuyer(at.shop, at.clips, { license: twoThousand })
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  await at.strictAmounts(true)
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  at.shop.clock.advance(31_000)
  await sweep()
  expect(await statusOf(buyer, order_id)).toMatchObject({ state: 'failed' })
  expect(await cartOf(buyer)).toEqual(buyer.cart)
})

test('a charge that came after the order was given up goes back, once', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  at.shop.clock.advance(6 * minute_ms)
  await sweep()
  expect(await attemptOf(order_id)).toMatchObject({ state: 'abandoned' })
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  at.shop.clock.advance(61 * minute_ms)
  await sweep()
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
  await Promise.all(Array.from({ length: 5 }, sweep))
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
  expect(await chargesOf(order_id)).toMatchObject([{ status: 'voided' }])
  expect(await orderOf(order_id)).toMatchObject({ state: 'failed' })
})

test('a charge that was voided by a call whose answer was lost has gone back', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  at.shop.clock.advance(6 * minute_ms)
  await sweep()
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  at.shop.clock.advance(61 * minute_ms)
  await sweep()
  await at.faults({ kind: 'timeout_after_success', on: 'void', times: 1 })
  await sweepAttempts(at.shop, openGateway({ ...at.shop.config, braintree_timeout_ms: 500 }) as Gateway)
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
  await sweep()
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
  expect(await chargesOf(order_id)).toMatchObject([{ status: 'voided' }])
})

describe('a charge that settled before it was noticed', () => {
  const impatient = () => openGateway({ ...at.shop.config, braintree_timeout_ms: 500 }) as Gateway
  const tooLate = async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
    at.shop.clock.advance(6 * minute_ms)
    await sweep()
    await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
    const [charge] = await chargesOf(order_id)
    await at.settle(charge?.id ?? '')
    at.shop.clock.advance(61 * minute_ms)
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
    return order_id
  }
  const refundsOf = async (order_id: number) => (await chargesOf(order_id)).filter(({ type }) => type === 'credit')

  test('is refunded once, though the answer to the refund was lost', async () => {
    const order_id = await tooLate()
    await at.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
    await sweepAttempts(at.shop, impatient())
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
    const [refund] = await refundsOf(order_id)
    at.shop.clock.advance(minute_ms)
    await Promise.all(Array.from({ length: 5 }, sweep))
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed', gateway_refund_id: refund?.id })
    expect(await refundsOf(order_id)).toHaveLength(1)
  })

  test('gives back what is left where somebody gave back a part by hand', async () => {
    const order_id = await tooLate()
    const [charge] = await chargesOf(order_id)
    const { amount_cents } = await attemptOf(order_id)
    expect(await gateway.refund(charge?.id ?? '', 1_000)).toMatchObject({ kind: 'done' })
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    const back = (await refundsOf(order_id)).map(({ amount }) => Math.round(Number(amount) * 100))
    expect(back.toSorted((a, b) => a - b)).toEqual([1_000, amount_cents - 1_000].toSorted((a, b) => a - b))
  })

  test('counts as unbooked money until it has gone back', async () => {
    const order_id = await tooLate()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const span = {
      from_at: new Date(Math.min(Date.now(), at.shop.clock.now().getTime()) - day_ms),
      to_at: new Date(Math.max(Date.now(), at.shop.clock.now().getTime()) + day_ms),
    }
    const kinds = async () =>
      (await reconcile(at.shop, gateway, span)).flatMap(one => (one.order_id === order_id ? one.kind : []))
    expect(await kinds()).toEqual(['charged_unbooked'])
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    expect(await kinds()).toEqual([])
    log.mockRestore()
  })

  test('waits while the gateway cannot say what was given back', async () => {
    const order_id = await tooLate()
    await at.faults({ kind: 'error_500', on: 'find' })
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
    expect(await refundsOf(order_id)).toEqual([])
    await at.faults()
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    expect(await refundsOf(order_id)).toHaveLength(1)
  })

  test('is refunded again when the refund did not arrive', async () => {
    const order_id = await tooLate()
    await sweep()
    const [refund] = await refundsOf(order_id)
    await at.bounce(refund?.id ?? '')
    expect(await refundCameBack(at.shop, refund?.id ?? '')).toBe(true)
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    expect(await refundsOf(order_id)).toHaveLength(2)
  })
})

test('twenty endings of one attempt at once, yes and no mixed, make one ending', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const { id, order_id, gateway_order_id, amount_cents } = await begin(buyer)
  const yes = await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      settle(at.shop, id, n % 2 ? yes : { kind: 'unknown', reason: 'A late time-out' }),
    ),
  )
  expect(await orderOf(order_id)).toMatchObject({ state: 'paid' })
  expect(await attemptOf(order_id)).toMatchObject({ state: 'succeeded', message: '' })
  expect((await movesOf(order_id)).map(move => move.to_state)).toEqual(['pending', 'paid'])
})

test('a gateway that cannot be reached is never taken for a no; once it can be asked, the cart comes back', async () => {
  const { origins, ports, close } = await startSandbox()
  await close()
  const shop = await openTestApp(besideGateway(origins.http, 20_000))
  const away = openGateway(shop.config) as Gateway
  const buyer = await aBuyer(shop, [await aClip(shop)])
  const { order_id } = await beginIn(shop, buyer)
  shop.clock.advance(30 * minute_ms)
  await sweepAttempts(shop, away)
  expect(await statusOf(buyer, order_id)).toMatchObject({ state: 'confirming' })
  const sandbox = await startSandbox({ http_port: ports.http })
  await sweepAttempts(shop, away)
  expect(await statusOf(buyer, order_id)).toMatchObject({ state: 'failed' })
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  await shop.close()
  await sandbox.close()
})

test('a charge of another amount does not pay the order: it waits for a person', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const { order_id, gateway_order_id } = await begin(buyer)
  await gateway.sale({ amount_cents: 100, source: { token }, order_id: gateway_order_id })
  at.shop.clock.advance(10 * minute_ms)
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await sweep()
  expect(log).toHaveBeenCalledWith(expect.stringContaining('does not fit'))
  expect(await orderOf(order_id)).toMatchObject({ state: 'pending' })
  expect(await attemptOf(order_id)).toMatchObject({
    state: 'unknown',
    message: expect.stringContaining('charged 100 cents'),
  })
})
