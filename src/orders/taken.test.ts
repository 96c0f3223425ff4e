import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spreadTaken } from './taken.ts'

const sum = (all: readonly number[]) => all.reduce((whole, each) => whole + each, 0)
const cents = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(5_000_000))
const left = fc
  .record({ lines: fc.array(fc.record({ net_cents: cents, tax_cents: cents }), { maxLength: 12 }), fee_cents: cents })
  .map(of => ({ ...of, all_cents: sum(of.lines.map(line => line.net_cents + line.tax_cents)) + of.fee_cents }))

test('the parts add up to what was taken, and none is more than what is left of it', () => {
  fc.assert(
    fc.property(left, fc.nat(1_000), fc.nat(1_000), ({ lines, fee_cents, all_cents }, part, tax_part) => {
      const loss_cents = Math.floor((all_cents * part) / 1_000)
      const tax_cents = Math.floor((loss_cents * tax_part) / 1_000)
      const taken = spreadTaken({ cents: loss_cents, tax_cents }, lines, fee_cents)
      expect(taken.lines).toHaveLength(lines.length)
      expect(sum(taken.lines.map(line => line.taken_cents + line.taken_tax_cents)) + taken.fee_cents).toBe(loss_cents)
      for (const [at, { net_cents, tax_cents: line_tax_cents }] of lines.entries()) {
        const line = taken.lines[at]
        expect(line?.taken_cents).toBeGreaterThanOrEqual(0)
        expect(line?.taken_cents).toBeLessThanOrEqual(net_cents)
        expect(line?.taken_tax_cents).toBeGreaterThanOrEqual(0)
        expect(line?.taken_tax_cents).toBeLessThanOrEqual(line_tax_cents)
      }
      expect(taken.fee_cents).toBeGreaterThanOrEqual(0)
      expect(taken.fee_cents).toBeLessThanOrEqual(fee_cents)
    }),
  )
})

test('the tax bears what the credit note says, wherever so much of it and of the rest is left', () => {
  fc.assert(
    fc.property(left, fc.nat(1_000), fc.nat(1_000), ({ lines, fee_cents, all_cents }, net_part, tax_part) => {
      const tax_left = sum(lines.map(line => line.tax_cents))
      const tax_cents = Math.floor((tax_left * tax_part) / 1_000)
      const net_cents = Math.floor(((all_cents - tax_left) * net_part) / 1_000)
      const taken = spreadTaken({ cents: net_cents + tax_cents, tax_cents }, lines, fee_cents)
      expect(sum(taken.lines.map(line => line.taken_tax_cents))).toBe(tax_cents)
    }),
  )
})

test('lines of which as much is left bear as much, to the cent', () => {
  fc.assert(
    fc.property(fc.nat(500_000), fc.integer({ min: 2, max: 12 }), fc.nat(1_000), (net_cents, count, part) => {
      const lines = Array.from({ length: count }, () => ({ net_cents, tax_cents: 0 }))
      const loss_cents = Math.floor((net_cents * count * part) / 1_000)
      const taken = spreadTaken({ cents: loss_cents, tax_cents: 0 }, lines, 0)
      const parts = taken.lines.map(line => line.taken_cents)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }),
  )
})

test('more than is left cannot be taken', () => {
  fc.assert(
    fc.property(
      left,
      fc.integer({ min: 1, max: 10_000 }),
      cents,
      ({ lines, fee_cents, all_cents }, more, tax_cents) => {
        expect(() => spreadTaken({ cents: all_cents + more, tax_cents }, lines, fee_cents)).toThrow(
          'A bank cannot take more than is left.',
        )
      },
    ),
  )
})
