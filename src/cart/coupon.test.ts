import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Member } from '#platform/actor.ts'
import { DAY_MS } from '#platform/clock.ts'
import { hashToken } from '#platform/ids.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { seedClip, seedMember, type TestClip } from '../../testing/builders/orders.ts'
import { openCart, saveCoupon } from './carts.server.ts'
import { addItems, getCart, removeItems } from './contract.ts'
import { setCoupon } from './details-contract.ts'
import { addItems as putItems } from './items.server.ts'
import { mergeGuestCart } from './merge.server.ts'
import { loadCart } from './show.server.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await seedClip(shop, 'Slow tide at dusk')
  harbor = await seedClip(shop, 'Harbor lights')
})
beforeEach(async () => {
  visitor = (await seedMember(shop)).visitor
})
afterAll(() => shop.close())

const add = async (ids: number[], overrides: object = {}) =>
  (await visitor.call(addItems, { body: { ...web, ...overrides, clips: ids } })).data
const readCart = async () => (await visitor.call(getCart, {})).data

test('a code takes its discount off however it is typed, and an empty one removes it', async () => {
  const before = await add([tide.id, harbor.id])
  const { code } = await seedCoupon(shop)
  const cart = await applyCoupon({ visitor }, ` ${code.toLowerCase()} `)
  expect(cart).toMatchObject({
    discount: { code, text: '15% off', note: null },
    discount_code: code,
    discount_total: { unformatted: 5_970, formatted: '$59.70' },
    sub_total: { unformatted: 39_800 },
    total: { unformatted: 33_830 },
  })
  expect(cart.fingerprint).not.toBe(before.fingerprint)
  expect(await readCart()).toEqual(cart)
  expect(await applyCoupon({ visitor }, '')).toEqual(before)
})

test('a second code replaces the first', async () => {
  await add([tide.id])
  const [first, second] = [await seedCoupon(shop), await seedCoupon(shop, { kind: 'fixed', value: 5_000 })]
  await applyCoupon({ visitor }, first.code)
  expect(await applyCoupon({ visitor }, second.code)).toMatchObject({
    discount_code: second.code,
    discount_total: { unformatted: 5_000 },
  })
})

test('the discount applies after the non-profit discount', async () => {
  await add([tide.id], { org_type: 'nonprofit' })
  const { code } = await seedCoupon(shop, { value: 50 })
  expect(await applyCoupon({ visitor }, code)).toMatchObject({
    sub_total: { unformatted: 19_900 },
    non_profit_discount: { unformatted: 5_000 },
    has_non_profit_licenses: true,
    discount_total: { unformatted: 7_450 },
    total: { unformatted: 7_450 },
  })
})

describe('a code that does not apply says why, at the field', () => {
  test.each<[string, () => Parameters<typeof seedCoupon>[1], string]>([
    [
      'not begun',
      () => ({ starts_at: new Date(shop.clock.now().getTime() + DAY_MS) }),
      'This discount code is not valid.',
    ],
    [
      'ended',
      () => ({
        starts_at: new Date(shop.clock.now().getTime() - 2 * DAY_MS),
        ends_at: new Date(shop.clock.now().getTime() - DAY_MS),
      }),
      'This discount code has ended.',
    ],
    ['a minimum', () => ({ minimum_cents: 30_000 }), 'This discount code needs clips for $300.00 or more.'],
    [
      'other clips',
      () => ({ clip_ids: [harbor.id] }),
      'This discount code is for other clips or formats than those in your cart.',
    ],
    [
      'another format',
      () => ({ format_ids: [2] }),
      'This discount code is for other clips or formats than those in your cart.',
    ],
  ])('%s', async (_, coupon, text) => {
    const before = await add([tide.id])
    const { code } = await seedCoupon(shop, coupon())
    await expect(applyCoupon({ visitor }, code)).rejects.toMatchObject({ status: 422, errors: { code: [text] } })
    expect(await readCart()).toEqual(before)
  })

  test.each(['NOBODY-KNOWS', "'; drop table coupons", 'a\0b', 'ü', 'x'.repeat(41)])(
    'an unknown code is rejected: %j',
    async code => {
      await add([tide.id])
      await expect(applyCoupon({ visitor }, code)).rejects.toMatchObject({
        status: 422,
        errors: { code: ['This discount code is not valid.'] },
      })
    },
  )

  test('an empty cart, even one that was never created', async () => {
    const { code } = await seedCoupon(shop)
    await expect(applyCoupon({ visitor }, code)).rejects.toMatchObject({
      errors: { code: ['Put a clip into your cart first.'] },
    })
    expect(await applyCoupon({ visitor }, '')).toMatchObject({ discount: null })
  })
})

test('a code that stops applying is reported with the cart, which costs the full price again', async () => {
  const { cart_items } = await add([tide.id, harbor.id])
  const { code } = await seedCoupon(shop, { minimum_cents: 30_000 })
  await applyCoupon({ visitor }, code)
  const item = cart_items.data[0]?.id ?? 0
  const { data } = await visitor.call(removeItems, { body: { cart_item_ids: [item] } })
  expect(data).toMatchObject({
    discount: { code, note: 'This discount code needs clips for $300.00 or more.' },
    discount_total: { unformatted: 0 },
    total: { unformatted: 19_900 },
  })
  await add([tide.id])
  expect(await readCart()).toMatchObject({ discount: { note: null }, discount_total: { unformatted: 5_970 } })
})

test('a guest’s code is kept when they log in', async () => {
  const guest = shop.visitor()
  await guest.call(addItems, { body: { ...web, clips: [tide.id] } })
  const { code } = await seedCoupon(shop)
  await guest.call(setCoupon, { body: { code } })
  const member = await seedMember(shop)
  const login = {
    user_id: member.user_id,
    is_new: false,
    cart_hash: guest.cookies.get('cart_hash') ?? null,
    now: shop.clock.now(),
  }
  await shop.db.transaction().execute(trx => mergeGuestCart(trx, login))
  expect((await member.visitor.call(getCart, {})).data).toMatchObject({ discount_code: code })
})

test('the amounts in the cart add up to its total', async () => {
  const formats = fc.constantFrom(2, 3)
  const item = fc.record({
    format_id: formats,
    org_type: fc.constantFrom('commercial', 'nonprofit', 'personal'),
    end_client_size: fc.integer({ min: 1, max: 5 }),
    distribution_ids: fc.uniqueArray(fc.constantFrom(1, 2, 3, 5, 6, 7, 8, 9), { minLength: 1, maxLength: 4 }),
  })
  const coupons = fc.constantFrom(
    { kind: 'percent' as const, value: 33 },
    { kind: 'fixed' as const, value: 12_345 },
    { kind: 'free_clips' as const, value: 1 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), coupons, async (items, coupon) => {
      const { visitor } = await seedMember(shop)
      for (const choice of items) await visitor.call(addItems, { body: { ...choice, clips: [tide.id, harbor.id] } })
      const { code } = await seedCoupon(shop, coupon)
      const cart = await applyCoupon({ visitor }, code)
      const lines = cart.cart_items.data.reduce((sum, { price }) => sum + price.unformatted, 0)
      expect(lines).toBe(cart.sub_total.unformatted)
      expect(cart.total.unformatted).toBe(
        lines -
          cart.non_profit_discount.unformatted -
          cart.discount_total.unformatted +
          (cart.tax?.amount.unformatted ?? 0),
      )
      expect(cart.discount_total.unformatted).toBeGreaterThan(0)
    }),
    { numRuns: 8 },
  )
})

test('a cart without a code runs no extra query, and one with a code runs one', async () => {
  const { user_id, workspace_id } = await seedMember(shop)
  const actor: Member = {
    user_id,
    workspace_id,
    workspace_role: 'owner',
    platform_roles: [1],
    session_id: 0,
    cart_hash: null,
    masquerade: null,
    needs_two_step: false,
  }
  const now = shop.clock.now()
  const { prices } = await getCurrentPrices(shop.db, now)
  await shop.db.transaction().execute(trx => putItems(trx, actor, [tide.id], web, prices, now))
  let queryCount = 0
  const counting = shop.db.withPlugin({
    transformQuery: ({ node }) => {
      queryCount += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const countQueries = async () => {
    queryCount = 0
    await loadCart(counting, actor, shop)
    return queryCount
  }
  // The first call may also load the price table, which is then cached.
  await countQueries()
  const withoutCoupon = await countQueries()
  const { id } = await seedCoupon(shop)
  await shop.db.transaction().execute(async trx => saveCoupon(trx, await openCart(trx, actor, now), id))
  expect([withoutCoupon, await countQueries()]).toEqual([4, 5])
})

describe('guessing codes', () => {
  let limited: TestApp
  beforeEach(async () => {
    limited = await openTestApp({ RATE_LIMITS: '1', TRUST_PROXY: '1' })
  })
  afterEach(() => limited.close())

  let serial = 0
  /** Sends a wrong code, or the given one, to one of the two endpoints, from a new address. */
  const guess = async (
    { send }: Visitor,
    { code = `NO-${(serial += 1)}`, old: legacy = serial % 2 === 0, from = '' } = {},
  ) => {
    const response = await send(legacy ? '/api/cart/coupon' : '/api/v2/cart/coupon', {
      method: legacy ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from || `2001:db8:${(serial += 1)}::1` },
      body: JSON.stringify({ code }),
    })
    const { errors = {} } = (await response.json()) as { errors?: Record<string, string[]> }
    return { status: response.status, after: response.headers.get('retry-after'), errors }
  }
  const text = 'Too many attempts with discount codes. Please wait 15 minutes and try again.'
  const countStatuses = (responses: { status: number }[]) =>
    [422, 429].map(status => responses.filter(response => response.status === status).length)

  test('a user has ten attempts across both endpoints, even at once; valid codes do not count', async () => {
    const { code } = await seedCoupon(limited)
    const buyer = (await seedMember(limited)).visitor
    await buyer.call(addItems, { body: { ...web, clips: [(await seedClip(limited)).id] } })
    for (let n = 0; n < 12; n += 1) expect((await guess(buyer, { code })).status).toBe(200)
    const responses = await Promise.all(Array.from({ length: 20 }, () => guess(buyer)))
    expect(countStatuses(responses)).toEqual([10, 10])
    const refused = { status: 429, after: '900' }
    expect(await guess(buyer, { code, old: false })).toEqual({ ...refused, errors: { code: [text] } })
    expect(await guess(buyer, { code, old: true })).toEqual({ ...refused, errors: { coupon: [text] } })
    expect((await guess(buyer, { code: '', old: false })).status).toBe(200)
    limited.clock.advance(15 * 60_000)
    expect((await guess(buyer, { code })).status).toBe(200)
  })

  test('a guest’s cart has ten attempts from any address, an address thirty, and an IPv6 network counts as one address', async () => {
    const guest = limited.visitor()
    await guest.call(addItems, { body: { ...web, clips: [(await seedClip(limited)).id] } })
    expect(countStatuses(await Promise.all(Array.from({ length: 20 }, () => guess(guest))))).toEqual([10, 10])
    const fromOneAddress = await Promise.all(
      Array.from({ length: 40 }, () => guess(limited.visitor(), { from: '203.0.113.5' })),
    )
    expect(countStatuses(fromOneAddress)).toEqual([30, 10])
    const fromOneNetwork = await Promise.all(
      Array.from({ length: 40 }, (_, n) => guess(limited.visitor(), { from: `2001:db8:ff:${n}::1` })),
    )
    expect(countStatuses(fromOneNetwork)).toEqual([30, 10])
    expect((await guess(limited.visitor())).status).toBe(422)
  })

  /** Simulates five hundred wrong codes of other visitors in a few minutes. */
  const flood = () =>
    limited.db
      .updateTable('login_attempts')
      .set({ attempts: 500 })
      .where('counter_hash', '=', hashToken('coupon:shop'))
      .execute()

  test('after a flood of wrong codes, only customers who entered a wrong code are refused; everyone else has one attempt', async () => {
    const { code } = await seedCoupon(limited)
    const clip = await seedClip(limited)
    const [mistaken, guest, member] = [limited.visitor(), limited.visitor(), (await seedMember(limited)).visitor]
    for (const visitor of [mistaken, guest, member])
      await visitor.call(addItems, { body: { ...web, clips: [clip.id] } })
    expect((await guess(mistaken)).status).toBe(422)
    await flood()
    expect((await guess(mistaken, { code })).status).toBe(429)
    for (let n = 0; n < 3; n += 1) expect((await guess(guest, { code })).status).toBe(200)
    // Twenty tabs of one person guess at once: one of them counts as the first.
    expect(countStatuses(await Promise.all(Array.from({ length: 20 }, () => guess(member))))).toEqual([1, 19])
    const from = '198.51.100.7'
    const strangers = await Promise.all(Array.from({ length: 20 }, () => guess(limited.visitor(), { from })))
    expect(countStatuses(strangers)).toEqual([1, 19])
    expect((await guess(limited.visitor(), { code, from })).status).toBe(429)
    limited.clock.advance(15 * 60_000)
    expect((await guess(mistaken, { code })).status).toBe(200)
  })

  test('an attempt that one limit refuses does not count toward the others', async () => {
    const person = (await seedMember(limited)).visitor
    await person.call(addItems, { body: { ...web, clips: [(await seedClip(limited)).id] } })
    expect((await guess(person)).status).toBe(422)
    const from = '203.0.113.9'
    await Promise.all(Array.from({ length: 30 }, () => guess(limited.visitor(), { from })))
    for (let n = 0; n < 20; n += 1) expect((await guess(person, { from })).status).toBe(429)
    await flood()
    for (let n = 0; n < 20; n += 1) expect((await guess(person)).status).toBe(429)
    await limited.db.deleteFrom('login_attempts').where('counter_hash', '=', hashToken('coupon:shop')).execute()
    // Nine of the ten are left.
    const responses = await Promise.all(Array.from({ length: 20 }, () => guess(person)))
    expect(countStatuses(responses)).toEqual([9, 11])
  })
})
