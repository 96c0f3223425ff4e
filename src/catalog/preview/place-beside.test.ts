import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeBeside } from './place-beside.ts'

const windowSize = fc.record({
  width: fc.integer({ min: 320, max: 2560 }),
  height: fc.integer({ min: 480, max: 1600 }),
})
const ratio = fc.constantFrom(2.39, 16 / 9, 1, 9 / 16)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const pointer = fc.tuple(windowSize, share, share).map(([viewport, x, y]) => ({
  viewport,
  anchor: { left: x * viewport.width, top: y * viewport.height, width: 0, height: 0 },
}))

test('the preview is entirely on the screen, wherever the pointer is', () => {
  fc.assert(
    fc.property(pointer, ratio, ({ viewport, anchor }, shape) => {
      const { left, top, width, height } = placeBeside(anchor, shape, 40, viewport)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(viewport.width)
      expect(top + height).toBeLessThanOrEqual(viewport.height)
    }),
  )
})

test('the picture keeps its aspect ratio', () => {
  fc.assert(
    fc.property(pointer, ratio, ({ viewport, anchor }, shape) => {
      const { width, height } = placeBeside(anchor, shape, 40, viewport)
      expect(width / (height - 40)).toBeCloseTo(shape, 6)
    }),
  )
})

test('the preview never covers the pointer when there is space beside it', () => {
  fc.assert(
    fc.property(pointer, ratio, ({ viewport, anchor }, shape) => {
      fc.pre(viewport.width >= 700)
      const { left, width } = placeBeside(anchor, shape, 40, viewport)
      expect(left > anchor.left || left + width < anchor.left).toBe(true)
    }),
  )
})

test('the preview moves to the other side near the edge', () => {
  const viewport = { width: 1440, height: 900 }
  const placeAt = (left: number) => placeBeside({ left, top: 400, width: 0, height: 0 }, 16 / 9, 40, viewport)
  expect(placeAt(100).left).toBe(120)
  expect(placeAt(1400).left + placeAt(1400).width).toBe(1380)
})

test('beside a card that fills the window, the preview is centered', () => {
  const { left, width } = placeBeside({ left: 0, top: 100, width: 390, height: 220 }, 16 / 9, 40, {
    width: 390,
    height: 844,
  })
  expect(left).toBe(12)
  expect(width).toBe(366)
})
