import fc from 'fast-check'
import { expect, test } from 'vitest'

import { firstPart, isTooSmall, least_px, leastShown, squareOf } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 64, max: 12_000 }), height: fc.integer({ min: 64, max: 12_000 }) })
const percent = fc.double({ min: -5, max: 105, noNaN: true })

test('a crop is a whole square of 64 pixels or more inside the picture, wherever it was drawn', () => {
  fc.assert(
    fc.property(size, percent, percent, percent, percent, (natural, x, y, width, height) => {
      const square = squareOf({ x, y, width, height }, natural)
      for (const value of Object.values(square)) expect(Number.isInteger(value)).toBe(true)
      expect(square.side).toBeGreaterThanOrEqual(least_px)
      expect(square.x).toBeGreaterThanOrEqual(0)
      expect(square.y).toBeGreaterThanOrEqual(0)
      expect(square.x + square.side).toBeLessThanOrEqual(natural.width)
      expect(square.y + square.side).toBeLessThanOrEqual(natural.height)
    }),
  )
})

test('it begins as the largest square in the middle', () => {
  fc.assert(
    fc.property(size, natural => {
      const { x, y, side } = squareOf(firstPart(natural), natural)
      expect(side).toBe(Math.min(natural.width, natural.height))
      expect(Math.abs(natural.width - side - 2 * x)).toBeLessThanOrEqual(1)
      expect(Math.abs(natural.height - side - 2 * y)).toBeLessThanOrEqual(1)
    }),
  )
})

test('on the screen the least is as large as the picture is shown', () => {
  expect(leastShown({ width: 640, height: 480 }, 320)).toBe(32)
  expect(leastShown({ width: 64, height: 64 }, 320)).toBe(320)
})

test.each([
  [64, 64, false],
  [63, 4_000, true],
  [4_000, 63, true],
])('%i × %i is too small: %s', (width, height, small) => {
  expect(isTooSmall({ width, height })).toBe(small)
})
