import fc from 'fast-check'
import { expect, test } from 'vitest'

import { couponKinds, computeDiscounts } from '#coupons/coupon.ts'
import { calculateUpgradeDiscounts } from '#licensing/upgrade.ts'

import { calculateTax, calculateTotals, type LineAmounts } from './totals.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)

const anyShare = fc.double({ min: 0, max: 1, noNaN: true })
/** A line with a non-profit discount, maybe an upgrade, and no coupon. */
const anyLine = fc
  .record({ list_cents: fc.nat(9_999_00), share: anyShare, paid: fc.option(anyShare, { nil: 0 }) })
  .map(({ list_cents, share, paid }) => {
    const nonprofit_discount_cents = Math.floor(list_cents * share)
    const cents = list_cents - nonprofit_discount_cents
    return { list_cents, nonprofit_discount_cents, credit_cents: Math.floor(cents * paid) }
  })
/** Such lines with a coupon of any kind. */
const anyLines = fc
  .record({
    lines: fc.array(anyLine, { maxLength: 30 }),
    kind: fc.constantFrom(...couponKinds),
    value: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ lines, kind, value }): LineAmounts[] => {
    const off = computeDiscounts(
      {
        id: 1,
        code: 'ANY',
        kind,
        value: kind === 'fixed' ? value * 1_733 : value,
        starts_at: new Date(0),
        ends_at: null,
        ended_at: null,
        minimum_cents: 0,
        total_limit: null,
        workspace_limit: null,
        clip_ids: null,
        format_ids: null,
      },
      lines.map(line => ({ clip_id: 1, format_id: 3, cents: line.list_cents - line.nonprofit_discount_cents })),
    )
    return lines.map(({ credit_cents, ...line }, index) => {
      const cents = line.list_cents - line.nonprofit_discount_cents
      return { ...line, ...calculateUpgradeDiscounts(cents, { coupon_cents: off[index] ?? 0, credit_cents }) }
    })
  })
const anyFee = fc.constantFrom(0, 0.03, 0.029)
const anyRate = fc.integer({ min: 0, max: 270_000 }).map(millionths => millionths / 1_000_000)

test('lines less discounts plus tax equal the total, to the cent', () => {
  fc.assert(
    fc.property(anyLines, anyRate, anyFee, (lines, rate, fee_rate) => {
      const totals = calculateTotals(lines, rate, fee_rate)
      const { sub_total_cents, non_profit_discount_cents, discount_cents, tax_cents, total_cents } = totals
      const { processing_fee_cents } = totals
      const net_cents = sub_total_cents - non_profit_discount_cents - discount_cents - totals.upgrade_credit_cents
      expect(processing_fee_cents).toBe(Math.floor(net_cents * fee_rate + 0.5 + 1e-9))
      expect(sub_total_cents).toBe(sum(lines.map(line => line.list_cents)))
      expect(total_cents).toBe(net_cents + processing_fee_cents + tax_cents)
      expect(totals.base_cents).toBe(total_cents - tax_cents)
      expect(Number.isSafeInteger(total_cents) && total_cents >= 0).toBe(true)
    }),
  )
})

test('the order of the lines and of the discounts does not change the total', () => {
  fc.assert(
    fc.property(anyLines, anyRate, fc.infiniteStream(fc.nat()), (lines, rate, keys) => {
      const { parts: _, ...totals } = calculateTotals(lines, rate)
      const shuffled = lines
        .map(line => ({ line, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ line }) => line)
      const { parts: __, ...shuffledTotals } = calculateTotals(shuffled, rate)
      expect(shuffledTotals).toEqual(totals)
      // The coupon first, then the non-profit discount, line by line.
      const nets = lines.map(
        line => line.list_cents - line.upgrade_credit_cents - line.discount_cents - line.nonprofit_discount_cents,
      )
      expect(sum(nets) + calculateTax(sum(nets), rate)).toBe(totals.total_cents)
    }),
  )
})

test('the refunds of all lines add up to the total, in any order', () => {
  fc.assert(
    fc.property(anyLines, anyRate, anyFee, (lines, rate, fee_rate) => {
      const { parts, total_cents, tax_cents, processing_fee_cents } = calculateTotals(lines, rate, fee_rate)
      const refunds = lines.map(
        ({ list_cents }, index) => list_cents - (parts[index]?.discount_cents ?? 0) + (parts[index]?.tax_cents ?? 0),
      )
      expect(sum(refunds) + processing_fee_cents).toBe(total_cents)
      expect(sum(parts.map(part => part.tax_cents))).toBe(tax_cents)
      for (const refund of refunds) expect(refund).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('tax is rounded half up on the total, not per line', () => {
  expect(calculateTax(10, 0.05)).toBe(1)
  expect(calculateTax(9, 0.05)).toBe(0)
  const line = { list_cents: 9, nonprofit_discount_cents: 0, discount_cents: 0, upgrade_credit_cents: 0 }
  expect(calculateTotals([line, line], 0.05)).toMatchObject({ tax_cents: 1, total_cents: 19 })
})
