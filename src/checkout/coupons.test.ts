import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { setCartBilling, setVat } from '#cart/details-contract.ts'
import type { Coupon } from '#coupons/coupon.ts'
import { getOrder } from '#orders/contract.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { openGateway, needGateway } from '#payments/gateway.server.ts'

import { aBuyer, openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { aCoupon, applyCoupon, usesOf } from '../../testing/builders/coupons.ts'
import { give_up_after_ms } from './attempts.server.ts'
import { placeManually, selfInvoice } from './contract.ts'
import { sweepAttempts } from './sweep.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())
beforeEach(() => at.faults())

/** A buyer whose cart has the coupon. */
const withCoupon = async (coupon: { code: string }, wish: Parameters<typeof aBuyer>[2] = {}) => {
  const buyer = await aBuyer(at.shop, at.clips, wish)
  return { ...buyer, cart: await applyCoupon(buyer, coupon.code) }
}
const pay = ({ pay, cart }: CartBuyer, more: object = {}) => pay({ seen: cart.fingerprint, ...more })
const placeFree = ({ visitor, cart }: CartBuyer, key = randomUUID()) =>
  visitor.call(placeManually, { body: { cart_hash: cart.hash ?? '', seen: cart.fingerprint } }, { idempotencyKey: key })
const ordersOf = ({ workspace_id }: CartBuyer) =>
  at.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()
const chargesOf = async (buyer: CartBuyer) => {
  const attempts = at.shop.db.selectFrom('payment_attempts').where('workspace_id', '=', buyer.workspace_id)
  const names = new Set((await attempts.select('gateway_order_id').execute()).map(one => one.gateway_order_id))
  return (await at.transactions()).filter(one => names.has(one.order_id))
}
const statesOf = async (coupon: { id: number }) => (await usesOf(at.shop, coupon.id)).map(use => use.state)
const account = ({ workspace_id }: CartBuyer) =>
  at.shop.db
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
const invoice = ({ visitor, cart }: CartBuyer, more: object = { seen: cart.fingerprint }) =>
  visitor.call(selfInvoice, { body: { ...project, cart_hash: cart.hash ?? '', ...more } })

test('the card is charged less, the ledger says so, and the order keeps what of it fell on each clip', async () => {
  const coupon = await aCoupon(at.shop, { kind: 'fixed', value: 10_001 })
  const buyer = await withCoupon(coupon)
  const { data } = await pay(buyer)
  const [order] = await ordersOf(buyer)
  expect(order).toMatchObject({
    state: 'paid',
    discount_cents: 10_001,
    discount_code: coupon.code,
    total_cents: buyer.cart.total.unformatted,
  })
  const charged = (buyer.cart.total.unformatted / 100).toFixed(2)
  expect(await chargesOf(buyer)).toMatchObject([{ amount: charged }])
  expect(await usesOf(at.shop, coupon.id)).toMatchObject([
    { state: 'redeemed', order_id: data.order_id, discount_cents: 10_001 },
  ])
  const lines = await at.shop.db.selectFrom('order_items').where('order_id', '=', data.order_id).selectAll().execute()
  const back = lines.map(line => line.price_cents - line.discount_cents + line.tax_cents)
  expect(back.reduce((sum, cents) => sum + cents, 0)).toBe(order?.total_cents)
  expect(lines.map(line => line.discount_cents)).toEqual([5_000, 5_001])
  const shown = await buyer.visitor.call(getOrder, { params: { id: data.invoice_number ?? '' } })
  expect(shown.data).toMatchObject({ discount: { formatted: '$100.01' }, discount_code: coupon.code })
})

describe('a use is free again', () => {
  test('when the card is declined: the cart keeps its code, and somebody else takes it', async () => {
    const coupon = await aCoupon(at.shop, { total_limit: 1 })
    const [first, second] = [await withCoupon(coupon), await withCoupon(coupon)]
    await expect(pay(first, { nonce: 'fake-processor-declined-visa-nonce' })).rejects.toMatchObject({ status: 422 })
    expect(await statesOf(coupon)).toEqual(['released'])
    expect((await first.visitor.call(getCart, {})).data).toEqual(first.cart)
    expect((await pay(second)).data.state).toBe('paid')
    expect(await statesOf(coupon)).toEqual(['released', 'redeemed'])
  })

  test('when the gateway never got the payment; until then it is held', async () => {
    const coupon = await aCoupon(at.shop, { total_limit: 1 })
    const [first, second] = [await withCoupon(coupon), await withCoupon(coupon)]
    await at.faults({ kind: 'error_500', on: 'sale', times: 1 })
    expect((await pay(first)).data.state).toBe('confirming')
    expect(await statesOf(coupon)).toEqual(['held'])
    // Whoever holds it does not read that it is used up.
    expect((await first.visitor.call(getCart, {})).data.discount).toMatchObject({ note: null })
    await expect(pay(second)).rejects.toMatchObject({ status: 409 })
    at.shop.clock.advance(give_up_after_ms + 60_000)
    await sweepAttempts(at.shop, needGateway(openGateway(at.shop.config)))
    expect(await statesOf(coupon)).toEqual(['released'])
    expect((await pay(second)).data.state).toBe('paid')
  })

  test('when an invoice is cancelled', async () => {
    const coupon = await aCoupon(at.shop, { total_limit: 1 })
    const buyer = await withCoupon(coupon)
    await account(buyer)
    const { data } = await invoice(buyer)
    expect(await statesOf(coupon)).toEqual(['redeemed'])
    const move = { user_id: null, reason: 'The client changed their mind', now: at.shop.clock.now() }
    await at.shop.db.transaction().execute(trx => moveOrder(trx, data.order_id, 'cancelled', move))
    expect(await statesOf(coupon)).toEqual(['released'])
    expect((await pay(await withCoupon(coupon))).data.state).toBe('paid')
  })
})

describe('a code that stopped counting between seeing and paying', () => {
  test.each<[string, Partial<Coupon>, (coupon: { id: number; code: string }) => Promise<unknown>, string]>([
    [
      'ended',
      {},
      ({ id }) =>
        at.shop.db
          .updateTable('coupons')
          .set({ starts_at: new Date(0), ends_at: at.shop.clock.now() })
          .where('id', '=', id)
          .execute(),
      'This discount code has ended.',
    ],
    [
      'was used up by somebody else',
      { total_limit: 1 },
      async coupon => pay(await withCoupon(coupon)),
      'This discount code has been used up.',
    ],
  ])('%s: that is said, nothing is charged, and the cart costs the whole', async (_, wish, meanwhile, text) => {
    const coupon = await aCoupon(at.shop, wish)
    const buyer = await withCoupon(coupon)
    await account(buyer)
    await meanwhile(coupon)
    const told = { status: 409, message: `${text} Please look your cart over once more; nothing has been charged.` }
    await expect(pay(buyer)).rejects.toMatchObject(told)
    await expect(invoice(buyer)).rejects.toMatchObject(told)
    // Also for who does not say what they saw.
    await expect(invoice(buyer, {})).rejects.toMatchObject(told)
    expect(await ordersOf(buyer)).toEqual([])
    expect(await chargesOf(buyer)).toEqual([])
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect(cart).toMatchObject({ discount: { note: text }, discount_total: { unformatted: 0 } })
    expect((await pay({ ...buyer, cart })).data.state).toBe('paid')
    expect((await ordersOf(buyer))[0]).toMatchObject({ discount_cents: 0, discount_code: null })
  })

  test('a code added or taken off in another tab is noticed', async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    await applyCoupon(buyer, (await aCoupon(at.shop)).code)
    await expect(buyer.pay()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('changed') })
  })
})

test('a VAT number stands with the order, with how it was checked; what it changes is noticed between seeing and paying', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const germany = await at.shop.db
    .selectFrom('countries')
    .where('code', '=', 'DE')
    .select('id')
    .executeTakeFirstOrThrow()
  const place = { address: '1 Ufer', city: 'Berlin', postal_code: '10115', country_id: germany.id, region: 'Berlin' }
  const body = { company: 'Fieldnote Pictures', billing_contact_user_id: buyer.user_id, ...place }
  const { data: billed } = await buyer.visitor.call(setCartBilling, { body })
  const { data: cart } = await buyer.visitor.call(setVat, { body: { vat_number: 'DE136695976' } })
  await expect(pay({ ...buyer, cart: billed })).rejects.toMatchObject({ status: 409 })
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
        vat: { number: 'DE136695976', checked_at: at.shop.clock.now().toISOString(), service: 'not_asked' },
      },
    },
  })
})

describe('a cart that costs nothing', () => {
  const everything = () => aCoupon(at.shop, { value: 100 })

  test('is ordered without a card, and its licenses are there', async () => {
    const buyer = await withCoupon(await everything())
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
    const licenses = at.shop.db.selectFrom('licenses').where('workspace_id', '=', buyer.workspace_id).select('id')
    expect(await licenses.execute()).toHaveLength(2)
    expect((await buyer.visitor.call(getCart, {})).data).toMatchObject({ hash: null })
  })

  test('twenty times at once is one order', async () => {
    const buyer = await withCoupon(await everything())
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => placeFree(buyer)))
    expect(settled.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('wants no card; one that costs something wants one', async () => {
    const free = await withCoupon(await everything())
    await expect(pay(free)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('no card is needed'),
    })
    const buyer = await aBuyer(at.shop, at.clips)
    await expect(placeFree(buyer)).rejects.toMatchObject({ status: 422, message: 'Please select a payment method' })
    expect([...(await ordersOf(free)), ...(await ordersOf(buyer))]).toEqual([])
  })

  test('of somebody else is not found', async () => {
    const [mine, theirs] = [await withCoupon(await everything()), await withCoupon(await everything())]
    await expect(placeFree({ ...mine, cart: theirs.cart })).rejects.toMatchObject({ status: 404 })
  })
})

describe('until the email address is confirmed', () => {
  const unconfirmed = async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    await setConfirmedAt(buyer, null)
    return buyer
  }
  const setConfirmedAt = ({ user_id }: CartBuyer, email_verified_at: Date | null) =>
    at.shop.db.updateTable('users').set({ email_verified_at }).where('id', '=', user_id).execute()
  const first = ({ email }: CartBuyer) => `Confirm your email address first. We sent a link to ${email}.`

  test('nothing is ordered for free, and then it is', async () => {
    const coupon = await aCoupon(at.shop, { value: 100 })
    const buyer = await unconfirmed()
    const free = { ...buyer, cart: await applyCoupon(buyer, coupon.code) }
    await expect(placeFree(free)).rejects.toMatchObject({ status: 403, message: first(buyer) })
    expect(await ordersOf(buyer)).toEqual([])
    expect(await usesOf(at.shop, coupon.id)).toEqual([])
    await setConfirmedAt(buyer, at.shop.clock.now())
    await placeFree(free)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test.each([
    ['/api/v2/cart/coupon', 'PUT', 'code'],
    ['/api/cart/coupon', 'POST', 'coupon'],
  ])('%s takes no code with a limit for each workspace, and any other', async (url, method, field) => {
    const [limited, unlimited] = [await aCoupon(at.shop, { workspace_limit: 1 }), await aCoupon(at.shop)]
    const buyer = await unconfirmed()
    const apply = async (code: string) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await buyer.visitor.send(url, { method, headers, body: JSON.stringify({ code }) })
      return { status: answer.status, errors: ((await answer.json()) as { errors?: object }).errors }
    }
    expect(await apply(limited.code)).toEqual({ status: 422, errors: { [field]: [first(buyer)] } })
    expect(await apply(unlimited.code)).toMatchObject({ status: 200 })
    await setConfirmedAt(buyer, at.shop.clock.now())
    expect(await apply(limited.code)).toMatchObject({ status: 200 })
  })

  test('such a code that is in the cart already takes nothing off, and is not held', async () => {
    const coupon = await aCoupon(at.shop, { workspace_limit: 1, value: 50 })
    const buyer = await withCoupon(coupon)
    await setConfirmedAt(buyer, null)
    await expect(pay(buyer)).rejects.toMatchObject({ status: 409, message: expect.stringContaining(first(buyer)) })
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect(cart.discount).toMatchObject({ note: first(buyer) })
    await pay({ ...buyer, cart })
    expect(await ordersOf(buyer)).toMatchObject([{ discount_cents: 0 }])
    expect(await usesOf(at.shop, coupon.id)).toEqual([])
  })
})

describe('fifty sessions at once', () => {
  /** Nothing but the coupon stands between them: no card, no credit limit. */
  const race = async (coupon: { id: number; code: string }, workspace_id?: number) => {
    const buyers: CartBuyer[] = []
    for (let n = 0; n < 50; n += 1)
      buyers.push(await withCoupon(coupon, workspace_id === undefined ? {} : { workspace_id, role: 'purchaser' }))
    const settled = await Promise.allSettled(buyers.map(buyer => placeFree(buyer)))
    for (const answer of settled) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
    const uses = await usesOf(at.shop, coupon.id)
    expect(uses.filter(use => use.state !== 'redeemed')).toEqual([])
    return { won: settled.filter(answer => answer.status === 'fulfilled').length, used: uses.length }
  }

  test('of as many workspaces never exceed a code’s limit, and what there is goes', async () => {
    expect(await race(await aCoupon(at.shop, { value: 100, total_limit: 7 }))).toEqual({ won: 7, used: 7 })
  })

  test('of one workspace never exceed its own', async () => {
    const { workspace_id } = await aBuyer(at.shop, at.clips)
    const coupon = await aCoupon(at.shop, { value: 100, workspace_limit: 2 })
    expect(await race(coupon, workspace_id)).toEqual({ won: 2, used: 2 })
  })
})
