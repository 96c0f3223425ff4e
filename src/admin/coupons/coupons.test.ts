/** The room of coupons through the real door: made, used in a cart, ended, followed in the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { applyCoupon } from '../../../testing/builders/coupons.ts'
import type { Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { getCart } from '../../cart/contract.ts'
import { couponStates, type CouponState } from '../../coupons/coupon.ts'
import { listStaffLog } from '../log/contract.ts'
import { endCoupon, getCoupon, listCoupons, makeCoupon } from './contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let staff: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
  staff = await aStaff(at.shop)
})
afterAll(() => at.close())

let serial = 0
const body = () => ({
  code: ` room${(serial += 1)}x `,
  kind: 'percent' as const,
  value: 20,
  starts_at: at.shop.clock.now().toISOString(),
  ends_at: null as string | null,
  minimum_cents: 0,
  total_limit: null as number | null,
  workspace_limit: null as number | null,
  clip_ids: null as number[] | null,
  format_ids: null as number[] | null,
  reason: 'Spring mailing',
})
type Body = ReturnType<typeof body>
const make = async (wish: Partial<Omit<Body, 'kind'>> & { kind?: 'percent' | 'fixed' | 'free_clips' } = {}) =>
  (await staff.visitor.call(makeCoupon, { body: { ...body(), ...wish } })).data
const end = (id: number, reason = 'Leaked') =>
  staff.visitor.call(endCoupon, { params: { id: String(id) }, body: { reason } })
const facts = async (id: number) => (await staff.visitor.call(getCoupon, { params: { id: String(id) } })).data
const found = async (query: { search?: string; state?: CouponState }) =>
  (await staff.visitor.call(listCoupons, { query })).data.map(({ id }) => id)

test('made in the room, it works in a cart at once, however its code is typed; ended, it takes nothing off', async () => {
  const coupon = await make()
  expect(coupon).toMatchObject({
    code: expect.stringMatching(/^ROOM\d+X$/),
    text: '20% off',
    state: 'running',
    uses: [],
  })
  const buyer = await aBuyer(at.shop, at.clips)
  expect((await applyCoupon(buyer, coupon.code.toLowerCase())).discount).toMatchObject({ note: null })
  await end(coupon.id)
  const { data: cart } = await buyer.visitor.call(getCart, {})
  expect(cart).toMatchObject({
    discount_total: { unformatted: 0 },
    discount: { note: 'This discount code has ended.' },
  })
  await expect(end(coupon.id)).rejects.toMatchObject({ status: 409 })
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'coupon', key: String(coupon.id) } })
  expect(log).toMatchObject([
    { action: 'Ended', reason: 'Leaked', staff_email: staff.email },
    { action: 'Made', reason: 'Spring mailing' },
  ])
})

test('without a word of one’s own, its code is random, and long enough to be guessed by nobody', async () => {
  const { code: _, ...codeless } = body()
  const codes: string[] = []
  for (let n = 0; n < 5; n += 1) codes.push((await staff.visitor.call(makeCoupon, { body: codeless })).data.code)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
  expect(new Set(codes).size).toBe(5)
  const buyer = await aBuyer(at.shop, at.clips)
  expect((await applyCoupon(buyer, codes[0] ?? '')).discount).toMatchObject({ note: null })
})

test('whoever made it, and their workspace, cannot use it: not typed, not kept from before they came, not paid with', async () => {
  const coupon = await make()
  const own = await aBuyer(at.shop, at.clips)
  // A colleague's cart has it already when its maker joins.
  const cart = await applyCoupon(own, coupon.code)
  await at.shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: own.workspace_id, user_id: staff.user_id, role: 'purchaser' })
    .execute()
  const refusal = 'Somebody of your workspace made this discount code, so it is for others.'
  await expect(own.pay({ seen: cart.fingerprint })).rejects.toMatchObject({ status: 409 })
  const { data: seen } = await own.visitor.call(getCart, {})
  expect(seen).toMatchObject({ discount_total: { unformatted: 0 }, discount: { note: refusal } })
  await expect(applyCoupon(own, coupon.code)).rejects.toMatchObject({ status: 422, errors: { code: [refusal] } })
  expect((await facts(coupon.id)).used).toBe(0)
  const other = await aBuyer(at.shop, at.clips)
  expect((await applyCoupon(other, coupon.code)).discount).toMatchObject({ note: null })
})

test('the ledger says who used it for which order, and what it took off', async () => {
  const coupon = await make({ kind: 'fixed', value: 5_000, total_limit: 1 })
  const buyer = await aBuyer(at.shop, at.clips)
  const cart = await applyCoupon(buyer, coupon.code)
  const { data: paid } = await buyer.pay({ seen: cart.fingerprint })
  expect(await facts(coupon.id)).toMatchObject({
    used: 1,
    state: 'used_up',
    saved: { unformatted: 5_000 },
    text: '$50.00 off',
    uses: [
      {
        state: 'redeemed',
        workspace: { id: buyer.workspace_id },
        order_number: paid.invoice_number,
        discount: { unformatted: 5_000 },
      },
    ],
  })
  expect(await found({ search: coupon.code, state: 'used_up' })).toEqual([coupon.id])
})

test('found by its code and by whether it counts', async () => {
  const now = at.shop.clock.now().getTime()
  const coupons = {
    running: await make(),
    upcoming: await make({ starts_at: new Date(now + 86_400_000).toISOString() }),
    ended: await make(),
  }
  await end(coupons.ended.id)
  for (const [state, { id, code }] of Object.entries(coupons))
    expect(await found({ search: code, state: state as CouponState })).toEqual([id])
  for (const state of couponStates) for (const id of await found({ state })) expect((await facts(id)).state).toBe(state)
})

test.each<[Partial<Body>, string, string]>([
  [{ value: 101 }, 'value', 'No more than 100 percent can be taken off.'],
  [{ value: 0 }, 'value', 'Say how much it takes off.'],
  [{ code: 'a' }, 'code', 'A code has 3 to 40 letters, digits and dashes.'],
  [{ code: ' noven  crew ' }, 'code', 'A code has no spaces. Type NOVEN-CREW or NOVENCREW.'],
  [{ total_limit: 0 }, 'total_limit', 'A limit is a whole number above 0, or none.'],
  [{ clip_ids: [999_999] }, 'clip_ids', 'There is no clip 999999.'],
  [
    { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-02-01T00:00:00Z' },
    'ends_at',
    'It would be over already: choose a day that is still to come.',
  ],
  [{ ends_at: '2020-02-01T00:00:00Z' }, 'ends_at', 'The last day comes before the first.'],
  [{ reason: '' }, 'reason', 'Reason is required'],
])('%j is refused in words', async (wish, field, text) => {
  await expect(make(wish)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
})

test('a code that there is is not made twice, also by twenty at once', async () => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => make({ code: 'ONLY-ONE' })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(make({ code: 'only-one' })).rejects.toMatchObject({
    status: 422,
    errors: { code: ['There is a coupon with this code already.'] },
  })
})
