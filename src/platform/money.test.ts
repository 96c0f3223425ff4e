import fc from 'fast-check'
import { expect, test } from 'vitest'

import { splitCents } from './money.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const weights = fc.array(fc.nat(500_000_00), { minLength: 1, maxLength: 40 })

test('parts add up to the sum, to the cent, and are never negative', () => {
  fc.assert(
    fc.property(weights, fc.nat(2_000_000_00), (weights, cents) => {
      const parts = splitCents(cents, weights)
      expect(sum(parts)).toBe(sum(weights) === 0 ? 0 : cents)
      for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a part never exceeds its weight and is within a cent of its share', () => {
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
      const total = sum(weights)
      const cents = Math.floor(total * share)
      for (const [index, part] of splitCents(cents, weights).entries()) {
        const weight = weights[index] ?? 0
        expect(part).toBeLessThanOrEqual(weight)
        if (total > 0) expect(Math.abs(part - (cents * weight) / total)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('examples', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([33, 33, 34])
  expect(splitCents(5, [0, 10, 0])).toEqual([0, 5, 0])
  expect(splitCents(7, [])).toEqual([])
})
