import fc from 'fast-check'
import { expect, test } from 'vitest'

import { splitCents } from './money.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((whole, one) => whole + one, 0)
const weights = fc.array(fc.nat(500_000_00), { minLength: 1, maxLength: 40 })

test('the parts of a sum add up to it, to the cent, and none is below nothing', () => {
  fc.assert(
    fc.property(weights, fc.nat(2_000_000_00), (weights, cents) => {
      const parts = splitCents(cents, weights)
      expect(sum(parts)).toBe(sum(weights) === 0 ? 0 : cents)
      for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('no part is more than its weight, or more than a cent away from its share', () => {
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
      const every = sum(weights)
      const cents = Math.floor(every * share)
      for (const [place, part] of splitCents(cents, weights).entries()) {
        const weight = weights[place] ?? 0
        expect(part).toBeLessThanOrEqual(weight)
        if (every > 0) expect(Math.abs(part - (cents * weight) / every)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('by hand', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([33, 33, 34])
  expect(splitCents(5, [0, 10, 0])).toEqual([0, 5, 0])
  expect(splitCents(7, [])).toEqual([])
})
