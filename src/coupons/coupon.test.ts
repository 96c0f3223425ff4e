import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  couponKinds,
  couponRefusal,
  couponText,
  computeDiscounts,
  normalizeCode,
  type Coupon,
  type CouponLine,
} from './coupon.ts'

const now = new Date('2026-03-10T12:00:00Z')
const later = new Date('2026-04-01T00:00:00Z')
const coupon = (overrides: Partial<Coupon> = {}): Coupon => ({
  id: 1,
  code: 'FIRSTCUT',
  kind: 'percent',
  value: 15,
  starts_at: new Date('2026-01-01T00:00:00Z'),
  ends_at: null,
  ended_at: null,
  minimum_cents: 0,
  total_limit: null,
  workspace_limit: null,
  clip_ids: null,
  format_ids: null,
  ...overrides,
})
const line = (cents: number, clip_id = 1, format_id = 3): CouponLine => ({ clip_id, format_id, cents })
const none = { total: 0, workspace: 0 }
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const anyLine = fc.record({
  clip_id: fc.integer({ min: 1, max: 6 }),
  format_id: fc.integer({ min: 1, max: 4 }),
  cents: fc.nat(10_000_00),
})
const anyLines = fc.array(anyLine, { maxLength: 30 })
const idsUpTo = (max: number) => fc.option(fc.array(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 3 }))
const anyCoupon = fc
  .record({
    kind: fc.constantFrom(...couponKinds),
    value: fc.integer({ min: 1, max: 5_000_00 }),
    clips: idsUpTo(6),
    formats: idsUpTo(4),
  })
  .map(({ kind, value, clips, formats }) =>
    coupon({
      kind,
      value: kind === 'percent' ? (value % 100) + 1 : kind === 'free_clips' ? (value % 5) + 1 : value,
      clip_ids: clips,
      format_ids: formats,
    }),
  )

describe('any coupon and cart', () => {
  test('no line loses more than it costs, and lines outside the coupon lose nothing', () => {
    fc.assert(
      fc.property(anyCoupon, anyLines, (coupon, lines) => {
        for (const [index, discount] of computeDiscounts(coupon, lines).entries()) {
          const { cents, clip_id, format_id } = lines[index] ?? line(0)
          const isCovered =
            (coupon.clip_ids?.includes(clip_id) ?? true) && (coupon.format_ids?.includes(format_id) ?? true)
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(isCovered ? cents : 0)
        }
      }),
    )
  })

  test('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(anyCoupon, anyLines, fc.infiniteStream(fc.nat()), (coupon, lines, keys) => {
        const shuffled = lines
          .map(line => ({ line, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ line }) => line)
        expect(sum(computeDiscounts(coupon, shuffled))).toBe(sum(computeDiscounts(coupon, lines)))
      }),
    )
  })

  test('a refused coupon takes nothing off, and an accepted one takes something off', () => {
    fc.assert(
      fc.property(anyCoupon, anyLines, (coupon, lines) => {
        const pricedLines = lines.filter(({ cents }) => cents >= 100)
        if (couponRefusal(coupon, { lines: pricedLines, uses: none, now }) === null)
          expect(sum(computeDiscounts(coupon, pricedLines))).toBeGreaterThan(0)
        else expect(sum(computeDiscounts(coupon, pricedLines))).toBe(0)
      }),
    )
  })
})

test('the discount of each kind', () => {
  const lines = [line(199_00), line(99_00, 2), line(149_00, 3, 2)]
  expect(computeDiscounts(coupon(), lines)).toEqual([29_85, 14_85, 22_35])
  expect(sum(computeDiscounts(coupon({ kind: 'fixed', value: 50_00 }), lines))).toBe(50_00)
  expect(sum(computeDiscounts(coupon({ kind: 'fixed', value: 9_999_00 }), lines))).toBe(447_00)
  expect(computeDiscounts(coupon({ kind: 'free_clips', value: 1 }), lines)).toEqual([0, 99_00, 0])
  expect(computeDiscounts(coupon({ kind: 'free_clips', value: 2 }), lines)).toEqual([0, 99_00, 149_00])
  expect(computeDiscounts(coupon({ kind: 'free_clips', value: 9 }), lines)).toEqual([199_00, 99_00, 149_00])
  expect(computeDiscounts(coupon({ value: 100, clip_ids: [1, 3], format_ids: [3] }), lines)).toEqual([199_00, 0, 0])
})

test.each<[string, Partial<Coupon>, { lines?: CouponLine[]; uses?: typeof none }, string]>([
  ['before it starts', { starts_at: later }, {}, 'This discount code is not valid.'],
  ['at its end', { ends_at: now }, {}, 'This discount code has ended.'],
  ['ended by staff before its end date', { ended_at: now, ends_at: later }, {}, 'This discount code has ended.'],
  ['used up', { total_limit: 3 }, { uses: { total: 3, workspace: 0 } }, 'This discount code has been used up.'],
  [
    'used by this workspace',
    { workspace_limit: 1 },
    { uses: { total: 1, workspace: 1 } },
    'Your workspace has used this discount code already.',
  ],
  ['an empty cart', {}, { lines: [] }, 'Put a clip into your cart first.'],
  ['below its minimum', { minimum_cents: 300_00 }, {}, 'This discount code needs clips for $300.00 or more.'],
  ['other clips', { clip_ids: [7] }, {}, 'This discount code is for other clips or formats than those in your cart.'],
  [
    'other formats',
    { format_ids: [1] },
    {},
    'This discount code is for other clips or formats than those in your cart.',
  ],
])('is refused: %s', (_, overrides, { lines = [line(199_00)], uses = none }, text) => {
  expect(couponRefusal(coupon(overrides), { lines, uses, now })).toBe(text)
})

test('applies until just before its end, from its minimum on, and below its limits', () => {
  const overrides = { ends_at: later, minimum_cents: 199_00, total_limit: 3, workspace_limit: 2 }
  const justBefore = new Date(later.getTime() - 1)
  const uses = { total: 2, workspace: 1 }
  expect(couponRefusal(coupon(overrides), { lines: [line(199_00)], uses, now: justBefore })).toBeNull()
})

test('codes are normalized, and coupons have a text', () => {
  expect(normalizeCode(' first cut ')).toBe('FIRSTCUT')
  expect([
    couponText({ kind: 'percent', value: 15 }),
    couponText({ kind: 'fixed', value: 50_00 }),
    couponText({ kind: 'free_clips', value: 1 }),
    couponText({ kind: 'free_clips', value: 3 }),
  ]).toEqual(['15% off', '$50.00 off', 'cheapest clip free', '3 cheapest clips free'])
})
