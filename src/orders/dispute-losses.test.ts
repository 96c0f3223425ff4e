import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spreadDisputeLoss } from './dispute-losses.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const cents = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(5_000_000))
const remainder = fc
  .record({ lines: fc.array(fc.record({ net_cents: cents, tax_cents: cents }), { maxLength: 12 }), fee_cents: cents })
  .map(amounts => ({
    ...amounts,
    all_cents: sum(amounts.lines.map(line => line.net_cents + line.tax_cents)) + amounts.fee_cents,
  }))

test('the parts add up to the loss, and no part exceeds what remains', () => {
  fc.assert(
    fc.property(remainder, fc.nat(1_000), fc.nat(1_000), ({ lines, fee_cents, all_cents }, part, tax_part) => {
      const loss_cents = Math.floor((all_cents * part) / 1_000)
      const tax_cents = Math.floor((loss_cents * tax_part) / 1_000)
      const parts = spreadDisputeLoss({ cents: loss_cents, tax_cents }, lines, fee_cents)
      expect(parts.lines).toHaveLength(lines.length)
      expect(sum(parts.lines.map(line => line.withdrawn_cents + line.withdrawn_tax_cents)) + parts.fee_cents).toBe(
        loss_cents,
      )
      for (const [index, { net_cents, tax_cents: line_tax_cents }] of lines.entries()) {
        const line = parts.lines[index]
        expect(line?.withdrawn_cents).toBeGreaterThanOrEqual(0)
        expect(line?.withdrawn_cents).toBeLessThanOrEqual(net_cents)
        expect(line?.withdrawn_tax_cents).toBeGreaterThanOrEqual(0)
        expect(line?.withdrawn_tax_cents).toBeLessThanOrEqual(line_tax_cents)
      }
      expect(parts.fee_cents).toBeGreaterThanOrEqual(0)
      expect(parts.fee_cents).toBeLessThanOrEqual(fee_cents)
    }),
  )
})

test('the tax part is what the credit note says, when enough tax and net remain', () => {
  fc.assert(
    fc.property(remainder, fc.nat(1_000), fc.nat(1_000), ({ lines, fee_cents, all_cents }, net_part, tax_part) => {
      const tax_left = sum(lines.map(line => line.tax_cents))
      const tax_cents = Math.floor((tax_left * tax_part) / 1_000)
      const net_cents = Math.floor(((all_cents - tax_left) * net_part) / 1_000)
      const parts = spreadDisputeLoss({ cents: net_cents + tax_cents, tax_cents }, lines, fee_cents)
      expect(sum(parts.lines.map(line => line.withdrawn_tax_cents))).toBe(tax_cents)
    }),
  )
})

test('lines with equal remainders bear equal parts, to the cent', () => {
  fc.assert(
    fc.property(fc.nat(500_000), fc.integer({ min: 2, max: 12 }), fc.nat(1_000), (net_cents, count, part) => {
      const lines = Array.from({ length: count }, () => ({ net_cents, tax_cents: 0 }))
      const loss_cents = Math.floor((net_cents * count * part) / 1_000)
      const loss = spreadDisputeLoss({ cents: loss_cents, tax_cents: 0 }, lines, 0)
      const parts = loss.lines.map(line => line.withdrawn_cents)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a loss larger than the remainder is refused', () => {
  fc.assert(
    fc.property(
      remainder,
      fc.integer({ min: 1, max: 10_000 }),
      cents,
      ({ lines, fee_cents, all_cents }, excess, tax_cents) => {
        expect(() => spreadDisputeLoss({ cents: all_cents + excess, tax_cents }, lines, fee_cents)).toThrow(
          'A bank cannot take more than is left.',
        )
      },
    ),
  )
})
