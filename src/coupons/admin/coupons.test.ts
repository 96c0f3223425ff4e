/** Tests for coupons in the admin, through the API: created, used in a cart, ended, and their uses. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { seedBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { applyCoupon } from '../../../testing/builders/coupons.ts'
import type { Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { couponStates, type CouponState } from '../coupon.ts'
import { endCoupon, getCoupon, listCoupons, createCoupon } from './contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let staff: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
  staff = await seedStaff(at.shop)
})
afterAll(() => at.close())

let serial = 0
const couponInput = () => ({
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
type CouponInput = ReturnType<typeof couponInput>
const createTestCoupon = async (
  input: Partial<Omit<CouponInput, 'kind'>> & { kind?: 'percent' | 'fixed' | 'free_clips' } = {},
) => (await staff.visitor.call(createCoupon, { body: { ...couponInput(), ...input } })).data
const endCouponAs = (id: number, reason = 'Leaked') =>
  staff.visitor.call(endCoupon, { params: { id: String(id) }, body: { reason } })
const loadCoupon = async (id: number) => (await staff.visitor.call(getCoupon, { params: { id: String(id) } })).data
const findCoupons = async (query: { search?: string; state?: CouponState }) =>
  (await staff.visitor.call(listCoupons, { query })).data.map(({ id }) => id)

test('a coupon works in a cart at once, in any case of its code, and takes nothing off once it has ended', async () => {
  const coupon = await createTestCoupon()
  expect(coupon).toMatchObject({
    code: expect.stringMatching(/^ROOM\d+X$/),
    text: '20% off',
    state: 'running',
    uses: [],
  })
  const buyer = await seedBuyer(at.shop, at.clips)
  expect((await applyCoupon(buyer, coupon.code.toLowerCase())).discount).toMatchObject({ note: null })
  await endCouponAs(coupon.id)
  const { data: cart } = await buyer.visitor.call(getCart, {})
  expect(cart).toMatchObject({
    discount_total: { unformatted: 0 },
    discount: { note: 'This discount code has ended.' },
  })
  await expect(endCouponAs(coupon.id)).rejects.toMatchObject({ status: 409 })
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'coupon', key: String(coupon.id) },
  })
  expect(log).toMatchObject([
    { action: 'ended', reason: 'Leaked', staff_email: staff.email },
    { action: 'created', reason: 'Spring mailing' },
  ])
})

test('without a chosen code, the code is random and too long to guess', async () => {
  const { code: _, ...withoutCode } = couponInput()
  const codes: string[] = []
  for (let n = 0; n < 5; n += 1) codes.push((await staff.visitor.call(createCoupon, { body: withoutCode })).data.code)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
  expect(new Set(codes).size).toBe(5)
  const buyer = await seedBuyer(at.shop, at.clips)
  expect((await applyCoupon(buyer, codes[0] ?? '')).discount).toMatchObject({ note: null })
})

test('the creator of a coupon and their workspace cannot use it, by typing it, from an earlier cart or at payment', async () => {
  const coupon = await createTestCoupon()
  const creatorBuyer = await seedBuyer(at.shop, at.clips)
  // A colleague's cart already has the coupon when its creator joins the workspace.
  const cart = await applyCoupon(creatorBuyer, coupon.code)
  await at.shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: creatorBuyer.workspace_id, user_id: staff.user_id, role: 'purchaser' })
    .execute()
  const refusal = 'Someone in your workspace created this discount code, so only others can use it.'
  await expect(creatorBuyer.pay({ seen: cart.fingerprint })).rejects.toMatchObject({ status: 409 })
  const { data: cartAfter } = await creatorBuyer.visitor.call(getCart, {})
  expect(cartAfter).toMatchObject({ discount_total: { unformatted: 0 }, discount: { note: refusal } })
  await expect(applyCoupon(creatorBuyer, coupon.code)).rejects.toMatchObject({
    status: 422,
    errors: { code: [refusal] },
  })
  expect((await loadCoupon(coupon.id)).used).toBe(0)
  const otherBuyer = await seedBuyer(at.shop, at.clips)
  expect((await applyCoupon(otherBuyer, coupon.code)).discount).toMatchObject({ note: null })
})

test('the uses list who used a coupon for which order, and the discount', async () => {
  const coupon = await createTestCoupon({ kind: 'fixed', value: 5_000, total_limit: 1 })
  const buyer = await seedBuyer(at.shop, at.clips)
  const cart = await applyCoupon(buyer, coupon.code)
  const { data: order } = await buyer.pay({ seen: cart.fingerprint })
  expect(await loadCoupon(coupon.id)).toMatchObject({
    used: 1,
    state: 'used_up',
    saved: { unformatted: 5_000 },
    text: '$50.00 off',
    uses: [
      {
        state: 'redeemed',
        workspace: { id: buyer.workspace_id },
        order_number: order.invoice_number,
        discount: { unformatted: 5_000 },
      },
    ],
  })
  expect(await findCoupons({ search: coupon.code, state: 'used_up' })).toEqual([coupon.id])
})

test('coupons are found by code and by state', async () => {
  const now = at.shop.clock.now().getTime()
  const coupons = {
    running: await createTestCoupon(),
    upcoming: await createTestCoupon({ starts_at: new Date(now + DAY_MS).toISOString() }),
    ended: await createTestCoupon(),
  }
  await endCouponAs(coupons.ended.id)
  for (const [state, { id, code }] of Object.entries(coupons))
    expect(await findCoupons({ search: code, state: state as CouponState })).toEqual([id])
  for (const state of couponStates)
    for (const id of await findCoupons({ state })) expect((await loadCoupon(id)).state).toBe(state)
})

test.each<[Partial<CouponInput>, string, string]>([
  [{ value: 101 }, 'value', 'No more than 100 percent can be taken off.'],
  [{ value: 0 }, 'value', 'Enter the discount.'],
  [{ code: 'a' }, 'code', 'A code has 3 to 40 letters, digits and dashes.'],
  [{ code: ' noven  crew ' }, 'code', 'A code has no spaces. Type NOVEN-CREW or NOVENCREW.'],
  [{ total_limit: 0 }, 'total_limit', 'A limit is a whole number above 0, or none.'],
  [{ clip_ids: [999_999] }, 'clip_ids', 'There is no clip 999999.'],
  [
    { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-02-01T00:00:00Z' },
    'ends_at',
    'This day is in the past. Choose a later one.',
  ],
  [{ ends_at: '2020-02-01T00:00:00Z' }, 'ends_at', 'The last day comes before the first.'],
  [{ reason: '' }, 'reason', 'Reason is required'],
])('%j is refused with a message', async (input, field, text) => {
  await expect(createTestCoupon(input)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
})

test('an existing code cannot be created again, not even by twenty simultaneous requests', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createTestCoupon({ code: 'ONLY-ONE' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(createTestCoupon({ code: 'only-one' })).rejects.toMatchObject({
    status: 422,
    errors: { code: ['There is a coupon with this code already.'] },
  })
})
