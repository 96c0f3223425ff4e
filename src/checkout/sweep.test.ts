import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import { webhookHandlers } from '#refunds/jobs.server.ts'

import { startSandbox } from '../../sandbox/start.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import {
  seedBuyer,
  seedVaultedCard,
  gatewayEnvironment,
  solveCheckoutCaptcha,
  openCheckoutShop,
  buildPaymentBody,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { seedClip } from '../../testing/builders/orders.ts'
import { reconcile } from './admin/reconcile.server.ts'
import { SYNC_JOB, beginPayment } from './checkout.server.ts'
import { getAttempt, getPendingOrder } from './contract.ts'
import { checkoutJobs } from './jobs.server.ts'
import { settle } from './settle.server.ts'
import { reopenReversal, sweepAttempts } from './sweep.server.ts'

const minute_ms = 60_000
let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
let token: string
beforeAll(async () => {
  harness = await openCheckoutShop(2_000)
  gateway = openGateway({ ...harness.shop.config, braintree_timeout_ms: 20_000 }) as PaymentGateway
  token = await seedVaultedCard(gateway)
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  await harness.strictAmounts(false)
})

const sweep = () => sweepAttempts(harness.shop, gateway)
const beginIn = async (shop: TestApp, { actor, visitor, cart }: CartBuyer) => {
  const body = { ...buildPaymentBody(cart.fingerprint), ...(await solveCheckoutCaptcha(visitor)) }
  return (await beginPayment(shop, actor, { operation_key: randomUUID(), body })).attempt
}
const begin = (buyer: CartBuyer) => beginIn(harness.shop, buyer)
const statusOf = async ({ visitor }: CartBuyer, order_id: number) =>
  (await visitor.call(getAttempt, { params: { order_id: String(order_id) } })).data
const cartOf = async ({ visitor }: CartBuyer) => (await visitor.call(getCart, {})).data
const attemptOf = (order_id: number) =>
  harness.shop.db.selectFrom('payment_attempts').where('order_id', '=', order_id).selectAll().executeTakeFirstOrThrow()
const orderOf = (id: number) =>
  harness.shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const transitionsOf = (order_id: number) =>
  harness.shop.db
    .selectFrom('order_transitions')
    .where('order_id', '=', order_id)
    .select('to_state')
    .orderBy('id')
    .execute()
const chargesOf = async (order_id: number) => {
  const { gateway_order_id } = await attemptOf(order_id)
  return (await harness.transactions()).filter(t => t.order_id === gateway_order_id)
}

/** A cart between $2,000 and $3,000, which the sandbox declines by its amount in strict mode. */
const strictAmountLicense = { distribution_ids: [7, 8], end_client_size: 3 as const }

test('a gateway that is silent after charging: the payment is confirming, and five concurrent sweepers settle it once', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  const key = randomUUID()
  const { data } = await buyer.pay({ key })
  expect(data).toMatchObject({ state: 'confirming', invoice_number: null })
  expect((await buyer.pay({ key })).data).toEqual(data)
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'confirming' })
  expect((await cartOf(buyer)).state).toBe('paying')

  harness.shop.clock.advance(31_000)
  await Promise.all(Array.from({ length: 5 }, sweep))
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'paid', invoice_number: expect.any(String) })
  expect(await chargesOf(data.order_id)).toHaveLength(1)
  expect((await transitionsOf(data.order_id)).map(transition => transition.to_state)).toEqual(['pending', 'paid'])
  expect((await buyer.pay({ key })).data).toMatchObject({ state: 'paid', order_id: data.order_id })
  expect(await cartOf(buyer)).toMatchObject({ hash: null })
})

test('the shop looks up the payment by itself a few seconds later', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  const sentJob = harness.shop.jobs.sent.findLast(candidate => candidate.name === SYNC_JOB)
  const job = checkoutJobs(harness.shop.deps, webhookHandlers).find(candidate => candidate.name === SYNC_JOB)
  await job?.run(sentJob?.data ?? {})
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'paid' })
})

test('a gateway that fails before charging: after the timeout the order fails, the cart reopens, and a new attempt pays', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  await harness.faults({ kind: 'error_500', on: 'sale', times: 1 })
  const { data } = await buyer.pay()
  expect(data.state).toBe('confirming')
  harness.shop.clock.advance(minute_ms)
  await sweep()
  expect(await statusOf(buyer, data.order_id)).toMatchObject({ state: 'confirming' })
  harness.shop.clock.advance(5 * minute_ms)
  await Promise.all(Array.from({ length: 5 }, sweep))
  expect(await statusOf(buyer, data.order_id)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Something went wrong'),
  })
  expect((await transitionsOf(data.order_id)).map(transition => transition.to_state)).toEqual(['pending', 'failed'])
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect((await buyer.visitor.call(getPendingOrder, { query: {} })).data).toBeNull()
  expect((await buyer.pay()).data.state).toBe('paid')
})

test('a crash before the gateway call: nothing is charged, and the cart reopens', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const attempt = await begin(buyer)
  expect((await buyer.visitor.call(getPendingOrder, { query: {} })).data).toEqual({ order_id: attempt.order_id })
  harness.shop.clock.advance(6 * minute_ms)
  await sweep()
  expect(await orderOf(attempt.order_id)).toMatchObject({ state: 'failed', universal_invoice_number: null })
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  expect(await chargesOf(attempt.order_id)).toEqual([])
})

test('a crash after the charge: the order is paid', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  harness.shop.clock.advance(31_000)
  await sweep()
  expect(await orderOf(order_id)).toMatchObject({ state: 'paid', payment_method: 'Visa ending in 1111' })
})

test('a card that was declined unnoticed: the order fails and the cart reopens', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips, { license: strictAmountLicense })
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  await harness.strictAmounts(true)
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  harness.shop.clock.advance(31_000)
  await sweep()
  expect(await statusOf(buyer, order_id)).toMatchObject({ state: 'failed' })
  expect(await cartOf(buyer)).toEqual(buyer.cart)
})

test('a charge that arrives after the order was abandoned is reversed once', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  harness.shop.clock.advance(6 * minute_ms)
  await sweep()
  expect(await attemptOf(order_id)).toMatchObject({ state: 'abandoned' })
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  harness.shop.clock.advance(61 * minute_ms)
  await sweep()
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
  await Promise.all(Array.from({ length: 5 }, sweep))
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
  expect(await chargesOf(order_id)).toMatchObject([{ status: 'voided' }])
  expect(await orderOf(order_id)).toMatchObject({ state: 'failed' })
})

test('a void whose response was lost counts as reversed', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
  harness.shop.clock.advance(6 * minute_ms)
  await sweep()
  await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  harness.shop.clock.advance(61 * minute_ms)
  await sweep()
  await harness.faults({ kind: 'timeout_after_success', on: 'void', times: 1 })
  await sweepAttempts(
    harness.shop,
    openGateway({ ...harness.shop.config, braintree_timeout_ms: 500 }) as PaymentGateway,
  )
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
  await sweep()
  expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
  expect(await chargesOf(order_id)).toMatchObject([{ status: 'voided' }])
})

describe('a charge that settled before it was found', () => {
  const shortTimeoutGateway = () => openGateway({ ...harness.shop.config, braintree_timeout_ms: 500 }) as PaymentGateway
  const createLateCharge = async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    const { order_id, gateway_order_id, amount_cents } = await begin(buyer)
    harness.shop.clock.advance(6 * minute_ms)
    await sweep()
    await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
    const [charge] = await chargesOf(order_id)
    await harness.settle(charge?.id ?? '')
    harness.shop.clock.advance(61 * minute_ms)
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
    return order_id
  }
  const refundsOf = async (order_id: number) => (await chargesOf(order_id)).filter(({ type }) => type === 'credit')

  test('is refunded once, though the response to the refund was lost', async () => {
    const order_id = await createLateCharge()
    await harness.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
    await sweepAttempts(harness.shop, shortTimeoutGateway())
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
    const [refund] = await refundsOf(order_id)
    harness.shop.clock.advance(minute_ms)
    await Promise.all(Array.from({ length: 5 }, sweep))
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed', gateway_refund_id: refund?.id })
    expect(await refundsOf(order_id)).toHaveLength(1)
  })

  test('refunds the remainder when a part was refunded by hand', async () => {
    const order_id = await createLateCharge()
    const [charge] = await chargesOf(order_id)
    const { amount_cents } = await attemptOf(order_id)
    expect(await gateway.refund(charge?.id ?? '', 1_000)).toMatchObject({ kind: 'done' })
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    const refunded_cents = (await refundsOf(order_id)).map(({ amount }) => Math.round(Number(amount) * 100))
    expect(refunded_cents.toSorted((a, b) => a - b)).toEqual([1_000, amount_cents - 1_000].toSorted((a, b) => a - b))
  })

  test('counts as unbooked money until it is refunded', async () => {
    const order_id = await createLateCharge()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const span = {
      from_at: new Date(Math.min(Date.now(), harness.shop.clock.now().getTime()) - DAY_MS),
      to_at: new Date(Math.max(Date.now(), harness.shop.clock.now().getTime()) + DAY_MS),
    }
    const kinds = async () =>
      (await reconcile(harness.shop, gateway, span)).flatMap(difference =>
        difference.order_id === order_id ? difference.kind : [],
      )
    expect(await kinds()).toEqual(['charged_unbooked'])
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    expect(await kinds()).toEqual([])
    log.mockRestore()
  })

  test('waits while the gateway cannot tell what was refunded', async () => {
    const order_id = await createLateCharge()
    await harness.faults({ kind: 'error_500', on: 'find' })
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversing' })
    expect(await refundsOf(order_id)).toEqual([])
    await harness.faults()
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    expect(await refundsOf(order_id)).toHaveLength(1)
  })

  test('is refunded again when the refund failed', async () => {
    const order_id = await createLateCharge()
    await sweep()
    const [refund] = await refundsOf(order_id)
    await harness.bounce(refund?.id ?? '')
    expect(await reopenReversal(harness.shop, refund?.id ?? '')).toBe(true)
    await sweep()
    expect(await attemptOf(order_id)).toMatchObject({ state: 'reversed' })
    expect(await refundsOf(order_id)).toHaveLength(2)
  })
})

test('twenty concurrent settles of one attempt with mixed results settle it once', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const { id, order_id, gateway_order_id, amount_cents } = await begin(buyer)
  const approved = await gateway.sale({ amount_cents, source: { token }, order_id: gateway_order_id })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      settle(harness.shop, id, n % 2 ? approved : { kind: 'unknown', reason: 'A late time-out' }),
    ),
  )
  expect(await orderOf(order_id)).toMatchObject({ state: 'paid' })
  expect(await attemptOf(order_id)).toMatchObject({ state: 'succeeded', message: '' })
  expect((await transitionsOf(order_id)).map(transition => transition.to_state)).toEqual(['pending', 'paid'])
})

test('an unreachable gateway never counts as a decline; once it responds, the cart reopens', async () => {
  const { origins, ports, close } = await startSandbox()
  await close()
  const shop = await openTestApp(gatewayEnvironment(origins.http, 20_000))
  const unreachableGateway = openGateway(shop.config) as PaymentGateway
  const buyer = await seedBuyer(shop, [await seedClip(shop)])
  const { order_id } = await beginIn(shop, buyer)
  shop.clock.advance(30 * minute_ms)
  await sweepAttempts(shop, unreachableGateway)
  expect(await statusOf(buyer, order_id)).toMatchObject({ state: 'confirming' })
  const sandbox = await startSandbox({ http_port: ports.http })
  await sweepAttempts(shop, unreachableGateway)
  expect(await statusOf(buyer, order_id)).toMatchObject({ state: 'failed' })
  expect(await cartOf(buyer)).toEqual(buyer.cart)
  await shop.close()
  await sandbox.close()
})

test('a charge of another amount does not pay the order and is left to staff', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const { order_id, gateway_order_id } = await begin(buyer)
  await gateway.sale({ amount_cents: 100, source: { token }, order_id: gateway_order_id })
  harness.shop.clock.advance(10 * minute_ms)
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await sweep()
  expect(log).toHaveBeenCalledWith(expect.stringContaining('does not match'))
  expect(await orderOf(order_id)).toMatchObject({ state: 'pending' })
  expect(await attemptOf(order_id)).toMatchObject({
    state: 'unknown',
    message: expect.stringContaining('charged 100 cents'),
  })
})
