import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { currentPrices } from '#licensing/prices.server.ts'
import type { Member } from '#platform/actor.ts'
import { hashToken } from '#platform/ids.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { aClip, aMember, type TestClip } from '../../testing/builders/orders.ts'
import { openCart, saveCoupon } from './carts.server.ts'
import { addItems, getCart, removeItems } from './contract.ts'
import { setCoupon } from './details-contract.ts'
import { addItems as putItems } from './items.server.ts'
import { mergeGuestCart } from './merge.server.ts'
import { cartOf } from './show.server.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await aClip(shop, 'Slow tide at dusk')
  harbor = await aClip(shop, 'Harbor lights')
})
beforeEach(async () => {
  visitor = (await aMember(shop)).visitor
})
afterAll(() => shop.close())

const add = async (ids: number[], more: object = {}) =>
  (await visitor.call(addItems, { body: { ...web, ...more, clips: ids } })).data
const read = async () => (await visitor.call(getCart, {})).data

test('a code takes its part off, whatever the way it is typed, and an empty one puts it back', async () => {
  const before = await add([tide.id, harbor.id])
  const { code } = await aCoupon(shop)
  const cart = await applyCoupon({ visitor }, ` ${code.toLowerCase()} `)
  expect(cart).toMatchObject({
    discount: { code, text: '15% off', note: null },
    discount_code: code,
    discount_total: { unformatted: 5_970, formatted: '$59.70' },
    sub_total: { unformatted: 39_800 },
    total: { unformatted: 33_830 },
  })
  expect(cart.fingerprint).not.toBe(before.fingerprint)
  expect(await read()).toEqual(cart)
  expect(await applyCoupon({ visitor }, '')).toEqual(before)
})

test('one to a cart: a second takes the place of the first', async () => {
  await add([tide.id])
  const [first, second] = [await aCoupon(shop), await aCoupon(shop, { kind: 'fixed', value: 5_000 })]
  await applyCoupon({ visitor }, first.code)
  expect(await applyCoupon({ visitor }, second.code)).toMatchObject({
    discount_code: second.code,
    discount_total: { unformatted: 5_000 },
  })
})

test('it comes off what the non-profit discount left', async () => {
  await add([tide.id], { org_type: 'nonprofit' })
  const { code } = await aCoupon(shop, { value: 50 })
  expect(await applyCoupon({ visitor }, code)).toMatchObject({
    sub_total: { unformatted: 19_900 },
    non_profit_discount: { unformatted: 5_000 },
    has_non_profit_licenses: true,
    discount_total: { unformatted: 7_450 },
    total: { unformatted: 7_450 },
  })
})

describe('a code that takes nothing off says why, beside the field', () => {
  const day_ms = 86_400_000
  test.each<[string, () => Parameters<typeof aCoupon>[1], string]>([
    [
      'not begun',
      () => ({ starts_at: new Date(shop.clock.now().getTime() + day_ms) }),
      'This discount code is not valid.',
    ],
    [
      'ended',
      () => ({
        starts_at: new Date(shop.clock.now().getTime() - 2 * day_ms),
        ends_at: new Date(shop.clock.now().getTime() - day_ms),
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
  ])('%s', async (_, wish, text) => {
    const before = await add([tide.id])
    const { code } = await aCoupon(shop, wish())
    await expect(applyCoupon({ visitor }, code)).rejects.toMatchObject({ status: 422, errors: { code: [text] } })
    expect(await read()).toEqual(before)
  })

  test.each(['NOBODY-KNOWS', "'; drop table coupons", 'a\0b', 'ü', 'x'.repeat(41)])('unknown: %j', async code => {
    await add([tide.id])
    await expect(applyCoupon({ visitor }, code)).rejects.toMatchObject({
      status: 422,
      errors: { code: ['This discount code is not valid.'] },
    })
  })

  test('an empty cart, also one that was never begun', async () => {
    const { code } = await aCoupon(shop)
    await expect(applyCoupon({ visitor }, code)).rejects.toMatchObject({
      errors: { code: ['Put a clip into your cart first.'] },
    })
    expect(await applyCoupon({ visitor }, '')).toMatchObject({ discount: null })
  })
})

test('what makes a code stop counting is told with the cart, which costs the whole again', async () => {
  const { cart_items } = await add([tide.id, harbor.id])
  const { code } = await aCoupon(shop, { minimum_cents: 30_000 })
  await applyCoupon({ visitor }, code)
  const item = cart_items.data[0]?.id ?? 0
  const { data } = await visitor.call(removeItems, { body: { cart_item_ids: [item] } })
  expect(data).toMatchObject({
    discount: { code, note: 'This discount code needs clips for $300.00 or more.' },
    discount_total: { unformatted: 0 },
    total: { unformatted: 19_900 },
  })
  await add([tide.id])
  expect(await read()).toMatchObject({ discount: { note: null }, discount_total: { unformatted: 5_970 } })
})

test('a guest’s code comes along when they log in', async () => {
  const guest = shop.visitor()
  await guest.call(addItems, { body: { ...web, clips: [tide.id] } })
  const { code } = await aCoupon(shop)
  await guest.call(setCoupon, { body: { code } })
  const member = await aMember(shop)
  const arrival = {
    user_id: member.user_id,
    is_new: false,
    cart_hash: guest.cookies.get('cart_hash') ?? null,
    now: shop.clock.now(),
  }
  await shop.db.transaction().execute(trx => mergeGuestCart(trx, arrival))
  expect((await member.visitor.call(getCart, {})).data).toMatchObject({ discount_code: code })
})

test('whoever adds up the cart as it is shown gets its total', async () => {
  const formats = fc.constantFrom(2, 3)
  const item = fc.record({
    format_id: formats,
    org_type: fc.constantFrom('commercial', 'nonprofit', 'personal'),
    end_client_size: fc.integer({ min: 1, max: 5 }),
    distribution_ids: fc.uniqueArray(fc.constantFrom(1, 2, 3, 5, 6, 7, 8, 9), { minLength: 1, maxLength: 4 }),
  })
  const wish = fc.constantFrom(
    { kind: 'percent' as const, value: 33 },
    { kind: 'fixed' as const, value: 12_345 },
    { kind: 'free_clips' as const, value: 1 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), wish, async (items, wish) => {
      const { visitor } = await aMember(shop)
      for (const choice of items) await visitor.call(addItems, { body: { ...choice, clips: [tide.id, harbor.id] } })
      const { code } = await aCoupon(shop, wish)
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

test('a cart without a code asks the database no more than before there were any; one with a code once more', async () => {
  const { user_id, workspace_id } = await aMember(shop)
  const member: Member = {
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
  const { prices } = await currentPrices(shop.db, now)
  await shop.db.transaction().execute(trx => putItems(trx, member, [tide.id], web, prices, now))
  let asked = 0
  const counting = shop.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const queries = async () => {
    asked = 0
    await cartOf(counting, member, shop)
    return asked
  }
  // The first may ask for the price table, too, which is then kept.
  await queries()
  const without = await queries()
  const { id } = await aCoupon(shop)
  await shop.db.transaction().execute(async trx => saveCoupon(trx, await openCart(trx, member, now), id))
  expect([without, await queries()]).toEqual([4, 5])
})

describe('guesses of codes', () => {
  let limited: TestApp
  beforeEach(async () => {
    limited = await openTestApp({ RATE_LIMITS: '1', TRUST_PROXY: '1' })
  })
  afterEach(() => limited.close())

  let serial = 0
  /** A wrong code, or a right one, by one of the two endpoints, from an address of its own. */
  const guess = async ({ send }: Visitor, { code = `NO-${(serial += 1)}`, old = serial % 2 === 0, from = '' } = {}) => {
    const answer = await send(old ? '/api/cart/coupon' : '/api/v2/cart/coupon', {
      method: old ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from || `2001:db8:${(serial += 1)}::1` },
      body: JSON.stringify({ code }),
    })
    const { errors = {} } = (await answer.json()) as { errors?: Record<string, string[]> }
    return { status: answer.status, after: answer.headers.get('retry-after'), errors }
  }
  const text = 'Too many tries with discount codes. Please wait 15 minutes and try again.'
  const codes = (all: { status: number }[]) => [422, 429].map(status => all.filter(one => one.status === status).length)

  test('a person has ten, by both endpoints together, however many at once; a right code is none', async () => {
    const { code } = await aCoupon(limited)
    const person = (await aMember(limited)).visitor
    await person.call(addItems, { body: { ...web, clips: [(await aClip(limited)).id] } })
    for (let n = 0; n < 12; n += 1) expect((await guess(person, { code })).status).toBe(200)
    const all = await Promise.all(Array.from({ length: 20 }, () => guess(person)))
    expect(codes(all)).toEqual([10, 10])
    const right = { status: 429, after: '900' }
    expect(await guess(person, { code, old: false })).toEqual({ ...right, errors: { code: [text] } })
    expect(await guess(person, { code, old: true })).toEqual({ ...right, errors: { coupon: [text] } })
    expect((await guess(person, { code: '', old: false })).status).toBe(200)
    limited.clock.advance(15 * 60_000)
    expect((await guess(person, { code })).status).toBe(200)
  })

  test('a guest’s cart has ten wherever they come from, an address thirty, an IPv6 network counts as one', async () => {
    const guest = limited.visitor()
    await guest.call(addItems, { body: { ...web, clips: [(await aClip(limited)).id] } })
    expect(codes(await Promise.all(Array.from({ length: 20 }, () => guess(guest))))).toEqual([10, 10])
    const strangers = await Promise.all(
      Array.from({ length: 40 }, () => guess(limited.visitor(), { from: '203.0.113.5' })),
    )
    expect(codes(strangers)).toEqual([30, 10])
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, n) => guess(limited.visitor(), { from: `2001:db8:ff:${n}::1` })),
    )
    expect(codes(many)).toEqual([30, 10])
    expect((await guess(limited.visitor())).status).toBe(422)
  })

  /** As after five hundred wrong codes of others in a few minutes. */
  const flood = () =>
    limited.db.updateTable('login_tries').set({ tries: 500 }).where('account', '=', hashToken('coupon:shop')).execute()

  test('after a flood of wrong codes, only customers with a wrong code of their own are refused; everyone else has one more try', async () => {
    const { code } = await aCoupon(limited)
    const clip = await aClip(limited)
    const [slipped, guest, early] = [limited.visitor(), limited.visitor(), (await aMember(limited)).visitor]
    for (const visitor of [slipped, guest, early]) await visitor.call(addItems, { body: { ...web, clips: [clip.id] } })
    expect((await guess(slipped)).status).toBe(422)
    await flood()
    expect((await guess(slipped, { code })).status).toBe(429)
    for (let n = 0; n < 3; n += 1) expect((await guess(guest, { code })).status).toBe(200)
    // Twenty tabs of one person guess at once: one of them counts as the first.
    expect(codes(await Promise.all(Array.from({ length: 20 }, () => guess(early))))).toEqual([1, 19])
    const from = '198.51.100.7'
    const strangers = await Promise.all(Array.from({ length: 20 }, () => guess(limited.visitor(), { from })))
    expect(codes(strangers)).toEqual([1, 19])
    expect((await guess(limited.visitor(), { code, from })).status).toBe(429)
    limited.clock.advance(15 * 60_000)
    expect((await guess(slipped, { code })).status).toBe(200)
  })

  test('what one counter refuses, the others do not count', async () => {
    const person = (await aMember(limited)).visitor
    await person.call(addItems, { body: { ...web, clips: [(await aClip(limited)).id] } })
    expect((await guess(person)).status).toBe(422)
    const from = '203.0.113.9'
    await Promise.all(Array.from({ length: 30 }, () => guess(limited.visitor(), { from })))
    for (let n = 0; n < 20; n += 1) expect((await guess(person, { from })).status).toBe(429)
    await flood()
    for (let n = 0; n < 20; n += 1) expect((await guess(person)).status).toBe(429)
    await limited.db.deleteFrom('login_tries').where('account', '=', hashToken('coupon:shop')).execute()
    // Nine of the ten are left.
    const all = await Promise.all(Array.from({ length: 20 }, () => guess(person)))
    expect(codes(all)).toEqual([9, 11])
  })
})
