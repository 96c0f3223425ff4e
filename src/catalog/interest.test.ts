import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { decayPoints, pointsFor, popularityOf } from './interest.ts'

const days = (n: number) => n * DAY_MS

test('interest halves every sixty days, in one step or in many', () => {
  expect(decayPoints(80, days(60))).toBeCloseTo(40)
  expect(decayPoints(80, days(120))).toBeCloseTo(20)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(365), fc.nat(365), (points, a, b) => {
      expect(decayPoints(decayPoints(points, days(a)), days(b))).toBeCloseTo(decayPoints(points, days(a + b)), 6)
    }),
  )
})

test('popularity stays between 0 and 1 and never falls with more interest', () => {
  const points = fc.double({ min: 0, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(points, points, (a, b) => {
      expect(popularityOf(a)).toBeGreaterThanOrEqual(0)
      expect(popularityOf(a)).toBeLessThanOrEqual(1)
      if (a <= b) expect(popularityOf(a)).toBeLessThanOrEqual(popularityOf(b))
    }),
  )
})

test('an assigned popularity converts to points and back', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.98, noNaN: true }), popularity => {
      expect(popularityOf(pointsFor(popularity))).toBeCloseTo(popularity, 6)
    }),
  )
})
