import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { setCartBilling, setVat } from '#cart/details-contract.ts'
import type { Coupon } from '#coupons/coupon.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { getOrder } from '#orders/contract.ts'
import { openGateway, requireGateway } from '#payments/gateway.server.ts'

import { seedBuyer, openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { seedCoupon, applyCoupon, listCouponUses } from '../../testing/builders/coupons.ts'
import { GIVE_UP_AFTER_MS } from './attempts.server.ts'
import { placeManually, selfInvoice } from './contract.ts'
import { sweepAttempts } from './sweep.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())
beforeEach(() => harness.faults())

/** Creates a buyer whose cart has the coupon. */
const withCoupon = async (coupon: { code: string }, options: Parameters<typeof seedBuyer>[2] = {}) => {
  const buyer = await seedBuyer(harness.shop, harness.clips, options)
  return { ...buyer, cart: await applyCoupon(buyer, coupon.code) }
}
const pay = ({ pay, cart }: CartBuyer, overrides: object = {}) => pay({ seen: cart.fingerprint, ...overrides })
const placeFree = ({ visitor, cart }: CartBuyer, key = randomUUID()) =>
  visitor.call(placeManually, { body: { cart_hash: cart.hash ?? '', seen: cart.fingerprint } }, { idempotencyKey: key })
const ordersOf = ({ workspace_id }: CartBuyer) =>
  harness.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const chargesOf = async (buyer: CartBuyer) => {
  const attempts = harness.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', buyer.workspace_id)
  const names = new Set((await attempts.select('gateway_order_id').execute()).map(row => row.gateway_order_id))
  return (await harness.transactions()).filter(row => names.has(row.order_id))
}
const useStatesOf = async (coupon: { id: number }) =>
  (await listCouponUses(harness.shop, coupon.id)).map(use => use.state)
const enableAccount = ({ workspace_id }: CartBuyer) =>
  harness.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 100_000_000 })
    .where('id', '=', workspace_id)
    .execute()
const project = {
  client_name: 'Northwind Ferries',
  project_name: 'Winter timetable',
  project_description: 'A 30-second spot',
  start_date: '2026-04-01',
  po_number: null,
}
const buyOnAccount = ({ visitor, cart }: CartBuyer, overrides: object = { seen: cart.fingerprint }) =>
  visitor.call(selfInvoice, { body: { ...project, cart_hash: cart.hash ?? '', ...overrides } })

test('the card is charged less, the ledger has the use, and the order stores the discount of each clip', async () => {
  const coupon = await seedCoupon(harness.shop, { kind: 'fixed', value: 10_001 })
  const buyer = await withCoupon(coupon)
  const { data } = await pay(buyer)
  const [order] = await ordersOf(buyer)
  expect(order).toMatchObject({
    state: 'paid',
    discount_cents: 10_001,
    discount_code: coupon.code,
    total_cents: buyer.cart.total.unformatted,
  })
  const charged_amount = (buyer.cart.total.unformatted / 100).toFixed(2)
  expect(await chargesOf(buyer)).toMatchObject([{ amount: charged_amount }])
  expect(await listCouponUses(harness.shop, coupon.id)).toMatchObject([
    { state: 'redeemed', order_id: data.order_id, discount_cents: 10_001 },
  ])
  const lines = await harness.shop.db
    .selectFrom('order_items')
    .where('order_id', '=', data.order_id)
    .selectAll()
    .execute()
  const lineTotals = lines.map(line => line.price_cents - line.discount_cents + line.tax_cents)
  expect(lineTotals.reduce((sum, cents) => sum + cents, 0)).toBe(order?.total_cents)
  expect(lines.map(line => line.discount_cents)).toEqual([5_000, 5_001])
  const orderReply = await buyer.visitor.call(getOrder, { params: { id: data.invoice_number ?? '' } })
  expect(orderReply.data).toMatchObject({ discount: { formatted: '$100.01' }, discount_code: coupon.code })
})

describe('a use is released', () => {
  test('when the card is declined: the cart keeps its code, and another buyer can use it', async () => {
    const coupon = await seedCoupon(harness.shop, { total_limit: 1 })
    const [first, second] = [await withCoupon(coupon), await withCoupon(coupon)]
    await expect(pay(first, { nonce: 'fake-processor-declined-visa-nonce' })).rejects.toMatchObject({ status: 422 })
    expect(await useStatesOf(coupon)).toEqual(['released'])
    expect((await first.visitor.call(getCart, {})).data).toEqual(first.cart)
    expect((await pay(second)).data.state).toBe('paid')
    expect(await useStatesOf(coupon)).toEqual(['released', 'redeemed'])
  })

  test('when the gateway never received the payment; until then it is held', async () => {
    const coupon = await seedCoupon(harness.shop, { total_limit: 1 })
    const [first, second] = [await withCoupon(coupon), await withCoupon(coupon)]
    await harness.faults({ kind: 'error_500', on: 'sale', times: 1 })
    expect((await pay(first)).data.state).toBe('confirming')
    expect(await useStatesOf(coupon)).toEqual(['reserved'])
    // The cart that holds the use does not show it as used up.
    expect((await first.visitor.call(getCart, {})).data.discount).toMatchObject({ note: null })
    await expect(pay(second)).rejects.toMatchObject({ status: 409 })
    harness.shop.clock.advance(GIVE_UP_AFTER_MS + 60_000)
    await sweepAttempts(harness.shop, requireGateway(openGateway(harness.shop.config)))
    expect(await useStatesOf(coupon)).toEqual(['released'])
    expect((await pay(second)).data.state).toBe('paid')
  })

  test('when an invoice is cancelled', async () => {
    const coupon = await seedCoupon(harness.shop, { total_limit: 1 })
    const buyer = await withCoupon(coupon)
    await enableAccount(buyer)
    const { data } = await buyOnAccount(buyer)
    expect(await useStatesOf(coupon)).toEqual(['redeemed'])
    const change = { user_id: null, reason: 'The client changed their mind', now: harness.shop.clock.now() }
    await harness.shop.db.transaction().execute(trx => transitionOrder(trx, data.order_id, 'cancelled', change))
    expect(await useStatesOf(coupon)).toEqual(['released'])
    expect((await pay(await withCoupon(coupon))).data.state).toBe('paid')
  })
})

describe('a code that stops applying between seeing and paying', () => {
  test.each<[string, Partial<Coupon>, (coupon: { id: number; code: string }) => Promise<unknown>, string]>([
    [
      'ended',
      {},
      ({ id }) =>
        harness.shop.db
          .updateTable('coupons')
          .set({ starts_at: new Date(0), ends_at: harness.shop.clock.now() })
          .where('id', '=', id)
          .execute(),
      'This discount code has ended.',
    ],
    [
      'was used up by another buyer',
      { total_limit: 1 },
      async coupon => pay(await withCoupon(coupon)),
      'This discount code has been used up.',
    ],
  ])(
    '%s: the refusal says so, nothing is charged, and the cart has its full price',
    async (_, overrides, invalidate, text) => {
      const coupon = await seedCoupon(harness.shop, overrides)
      const buyer = await withCoupon(coupon)
      await enableAccount(buyer)
      await invalidate(coupon)
      const refusal = {
        status: 409,
        message: `${text} Please look your cart over once more; nothing has been charged.`,
      }
      await expect(pay(buyer)).rejects.toMatchObject(refusal)
      await expect(buyOnAccount(buyer)).rejects.toMatchObject(refusal)
      // Also for clients that send no fingerprint.
      await expect(buyOnAccount(buyer, {})).rejects.toMatchObject(refusal)
      expect(await ordersOf(buyer)).toEqual([])
      expect(await chargesOf(buyer)).toEqual([])
      const { data: cart } = await buyer.visitor.call(getCart, {})
      expect(cart).toMatchObject({ discount: { note: text }, discount_total: { unformatted: 0 } })
      expect((await pay({ ...buyer, cart })).data.state).toBe('paid')
      expect((await ordersOf(buyer))[0]).toMatchObject({ discount_cents: 0, discount_code: null })
    },
  )

  test('a code added or removed in another tab is detected', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await applyCoupon(buyer, (await seedCoupon(harness.shop)).code)
    await expect(buyer.pay()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('changed') })
  })
})

test('an order stores its VAT number and how it was checked, and a change of it between seeing and paying is detected', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const germany = await harness.shop.db
    .selectFrom('countries')
    .where('code', '=', 'DE')
    .select('id')
    .executeTakeFirstOrThrow()
  const address = { address: '1 Ufer', city: 'Berlin', postal_code: '10115', country_id: germany.id, region: 'Berlin' }
  const body = { company: 'Fieldnote Pictures', billing_contact_user_id: buyer.user_id, ...address }
  const { data: cartBefore } = await buyer.visitor.call(setCartBilling, { body })
  const { data: cart } = await buyer.visitor.call(setVat, { body: { vat_number: 'DE136695976' } })
  await expect(pay({ ...buyer, cart: cartBefore })).rejects.toMatchObject({ status: 409 })
  await pay({ ...buyer, cart })
  const [order] = await ordersOf(buyer)
  expect(order).toMatchObject({
    vat_number: 'DE136695976',
    tax_cents: 0,
    total_cents: order?.sub_total_cents,
    tax: {
      kind: 'reverse_charge',
      rate: 0,
      base_cents: order?.sub_total_cents,
      jurisdiction: 'Germany',
      evidence: {
        country: 'DE',
        exchange: 'business',
        vat: { number: 'DE136695976', checked_at: harness.shop.clock.now().toISOString(), service: 'not_checked' },
      },
    },
  })
})

describe('a cart that costs nothing', () => {
  const fullCoupon = () => seedCoupon(harness.shop, { value: 100 })

  test('is ordered without a card, with its licenses', async () => {
    const buyer = await withCoupon(await fullCoupon())
    expect(buyer.cart.total.unformatted).toBe(0)
    const { data } = await placeFree(buyer)
    expect(data).toMatchObject({
      user_first_purchase: true,
      ga_data: { order_number: data.invoice_number, order_total: 0, coupons: [expect.any(String)] },
    })
    expect(await ordersOf(buyer)).toMatchObject([
      {
        id: data.order_id,
        state: 'paid',
        payment_type: 'none',
        total_cents: 0,
        universal_invoice_number: data.invoice_number,
      },
    ])
    expect(await chargesOf(buyer)).toEqual([])
    const licenses = harness.shop.db.selectFrom('licenses').where('workspace_id', '=', buyer.workspace_id).select('id')
    expect(await licenses.execute()).toHaveLength(2)
    expect((await buyer.visitor.call(getCart, {})).data).toMatchObject({ hash: null })
  })

  test('twenty concurrent requests place one order', async () => {
    const buyer = await withCoupon(await fullCoupon())
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => placeFree(buyer)))
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('cannot be paid by card, and a cart that costs something needs one', async () => {
    const free = await withCoupon(await fullCoupon())
    await expect(pay(free)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('no card is needed'),
    })
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await expect(placeFree(buyer)).rejects.toMatchObject({ status: 422, message: 'Please select a payment method' })
    expect([...(await ordersOf(free)), ...(await ordersOf(buyer))]).toEqual([])
  })

  test('of another user is not found', async () => {
    const [own, other] = [await withCoupon(await fullCoupon()), await withCoupon(await fullCoupon())]
    await expect(placeFree({ ...own, cart: other.cart })).rejects.toMatchObject({ status: 404 })
  })
})

describe('until the email address is confirmed', () => {
  const unconfirmedBuyer = async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips)
    await setConfirmedAt(buyer, null)
    return buyer
  }
  const setConfirmedAt = ({ user_id }: CartBuyer, email_verified_at: Date | null) =>
    harness.shop.db.updateTable('users').set({ email_verified_at }).where('id', '=', user_id).execute()
  const confirmText = ({ email }: CartBuyer) => `Confirm your email address first. We sent a link to ${email}.`

  test('nothing is ordered for free; after that it is', async () => {
    const coupon = await seedCoupon(harness.shop, { value: 100 })
    const buyer = await unconfirmedBuyer()
    const free = { ...buyer, cart: await applyCoupon(buyer, coupon.code) }
    await expect(placeFree(free)).rejects.toMatchObject({ status: 403, message: confirmText(buyer) })
    expect(await ordersOf(buyer)).toEqual([])
    expect(await listCouponUses(harness.shop, coupon.id)).toEqual([])
    await setConfirmedAt(buyer, harness.shop.clock.now())
    await placeFree(free)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test.each([
    ['/api/v2/cart/coupon', 'PUT', 'code'],
    ['/api/cart/coupon', 'POST', 'coupon'],
  ])('%s refuses a code with a limit per workspace and accepts any other', async (url, method, field) => {
    const [limited, unlimited] = [
      await seedCoupon(harness.shop, { workspace_limit: 1 }),
      await seedCoupon(harness.shop),
    ]
    const buyer = await unconfirmedBuyer()
    const apply = async (code: string) => {
      const headers = { 'content-type': 'application/json' }
      const response = await buyer.visitor.send(url, { method, headers, body: JSON.stringify({ code }) })
      return { status: response.status, errors: ((await response.json()) as { errors?: object }).errors }
    }
    expect(await apply(limited.code)).toEqual({ status: 422, errors: { [field]: [confirmText(buyer)] } })
    expect(await apply(unlimited.code)).toMatchObject({ status: 200 })
    await setConfirmedAt(buyer, harness.shop.clock.now())
    expect(await apply(limited.code)).toMatchObject({ status: 200 })
  })

  test('such a code in the cart takes nothing off, and is not held', async () => {
    const coupon = await seedCoupon(harness.shop, { workspace_limit: 1, value: 50 })
    const buyer = await withCoupon(coupon)
    await setConfirmedAt(buyer, null)
    await expect(pay(buyer)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(confirmText(buyer)),
    })
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect(cart.discount).toMatchObject({ note: confirmText(buyer) })
    await pay({ ...buyer, cart })
    expect(await ordersOf(buyer)).toMatchObject([{ discount_cents: 0 }])
    expect(await listCouponUses(harness.shop, coupon.id)).toEqual([])
  })
})

describe('fifty concurrent sessions', () => {
  /** The coupon is the only limit: no card, no credit limit. */
  const race = async (coupon: { id: number; code: string }, workspace_id?: number) => {
    const buyers: CartBuyer[] = []
    for (let n = 0; n < 50; n += 1)
      buyers.push(await withCoupon(coupon, workspace_id === undefined ? {} : { workspace_id, role: 'purchaser' }))
    const results = await Promise.allSettled(buyers.map(buyer => placeFree(buyer)))
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
    const uses = await listCouponUses(harness.shop, coupon.id)
    expect(uses.filter(use => use.state !== 'redeemed')).toEqual([])
    return { fulfilled: results.filter(result => result.status === 'fulfilled').length, used: uses.length }
  }

  test('of different workspaces never exceed a code’s limit, and use all of it', async () => {
    expect(await race(await seedCoupon(harness.shop, { value: 100, total_limit: 7 }))).toEqual({
      fulfilled: 7,
      used: 7,
    })
  })

  test('of one workspace never exceed the limit per workspace', async () => {
    const { workspace_id } = await seedBuyer(harness.shop, harness.clips)
    const coupon = await seedCoupon(harness.shop, { value: 100, workspace_limit: 2 })
    expect(await race(coupon, workspace_id)).toEqual({ fulfilled: 2, used: 2 })
  })
})
