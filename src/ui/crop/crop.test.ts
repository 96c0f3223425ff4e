import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getInitialCropArea, isTooSmall, MIN_CROP_PX, getMinDisplayedSize, toPixelSquare } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 64, max: 12_000 }), height: fc.integer({ min: 64, max: 12_000 }) })
const percent = fc.double({ min: -5, max: 105, noNaN: true })

test('a crop is a square of at least 64 pixels inside the picture, in whole pixels', () => {
  fc.assert(
    fc.property(size, percent, percent, percent, percent, (natural, x, y, width, height) => {
      const square = toPixelSquare({ x, y, width, height }, natural)
      for (const value of Object.values(square)) expect(Number.isInteger(value)).toBe(true)
      expect(square.side).toBeGreaterThanOrEqual(MIN_CROP_PX)
      expect(square.x).toBeGreaterThanOrEqual(0)
      expect(square.y).toBeGreaterThanOrEqual(0)
      expect(square.x + square.side).toBeLessThanOrEqual(natural.width)
      expect(square.y + square.side).toBeLessThanOrEqual(natural.height)
    }),
  )
})

test('the initial crop is the largest centered square', () => {
  fc.assert(
    fc.property(size, natural => {
      const { x, y, side } = toPixelSquare(getInitialCropArea(natural), natural)
      expect(side).toBe(Math.min(natural.width, natural.height))
      expect(Math.abs(natural.width - side - 2 * x)).toBeLessThanOrEqual(1)
      expect(Math.abs(natural.height - side - 2 * y)).toBeLessThanOrEqual(1)
    }),
  )
})

test('the minimum size on screen scales with the displayed picture', () => {
  expect(getMinDisplayedSize({ width: 640, height: 480 }, 320)).toBe(32)
  expect(getMinDisplayedSize({ width: 64, height: 64 }, 320)).toBe(320)
})

test.each([
  [64, 64, false],
  [63, 4_000, true],
  [4_000, 63, true],
])('%i × %i is too small: %s', (width, height, small) => {
  expect(isTooSmall({ width, height })).toBe(small)
})
