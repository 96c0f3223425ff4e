import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeBeside } from './place-beside.ts'

const ratio = fc.constantFrom(2.39, 16 / 9, 1, 9 / 16)
const share = fc.double({ min: 0, max: 1, noNaN: true })
/** A window, and a card of this shape that is on it. */
const layout = fc
  .tuple(
    fc.record({ width: fc.integer({ min: 320, max: 2560 }), height: fc.integer({ min: 480, max: 1600 }) }),
    ratio,
    fc.double({ min: 0.1, max: 0.5, noNaN: true }),
    share,
    share,
  )
  .map(([viewport, shape, size, x, y]) => {
    const width = viewport.width * size
    const height = width / shape
    return {
      viewport,
      shape,
      card: { width, height, left: x * (viewport.width - width), top: y * (viewport.height - height) },
    }
  })

test('the preview is entirely on the screen and at most 640 pixels wide', () => {
  fc.assert(
    fc.property(layout, ({ viewport, shape, card }) => {
      const { left, top, width, height } = placeBeside(card, shape, 40, viewport)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(viewport.width)
      expect(top + height).toBeLessThanOrEqual(viewport.height)
      expect(width).toBeLessThanOrEqual(640)
    }),
  )
})

test('the picture keeps its aspect ratio', () => {
  fc.assert(
    fc.property(layout, ({ viewport, shape, card }) => {
      const { width, height } = placeBeside(card, shape, 40, viewport)
      expect(width / (height - 40)).toBeCloseTo(shape, 6)
    }),
  )
})

test('the preview never covers the middle of its card on a window for a pointer', () => {
  fc.assert(
    fc.property(layout, ({ viewport, shape, card }) => {
      fc.pre(viewport.width >= 1024 && viewport.height >= 700 && shape >= 1 && card.height <= viewport.height / 2)
      const { left, top, width, height } = placeBeside(card, shape, 40, viewport)
      const [x, y] = [card.left + card.width / 2, card.top + card.height / 2]
      expect(x < left || x > left + width || y < top || y > top + height).toBe(true)
    }),
  )
})

test('the preview is beside the card where there is space, on the side that has it', () => {
  const viewport = { width: 1440, height: 900 }
  const placeAt = (left: number) => placeBeside({ left, top: 300, width: 440, height: 248 }, 16 / 9, 40, viewport)
  expect(placeAt(0)).toMatchObject({ left: 452, width: 640 })
  expect(placeAt(1000).left + placeAt(1000).width).toBe(988)
})

test('beside a card that fills the window, the preview is centered', () => {
  const { left, width } = placeBeside({ left: 0, top: -200, width: 390, height: 1300 }, 16 / 9, 40, {
    width: 390,
    height: 844,
  })
  expect(left).toBe(12)
  expect(width).toBe(366)
})
