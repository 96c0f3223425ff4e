import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeBeside } from './place-beside.ts'

const window = fc.record({
  width: fc.integer({ min: 320, max: 2560 }),
  height: fc.integer({ min: 480, max: 1600 }),
})
const ratio = fc.constantFrom(2.39, 16 / 9, 1, 9 / 16)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const pointer = fc.tuple(window, share, share).map(([room, x, y]) => ({
  room,
  anchor: { left: x * room.width, top: y * room.height, width: 0, height: 0 },
}))

test('it is whole on the screen, wherever the pointer is', () => {
  fc.assert(
    fc.property(pointer, ratio, ({ room, anchor }, shape) => {
      const { left, top, width, height } = placeBeside(anchor, shape, 40, room)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(room.width)
      expect(top + height).toBeLessThanOrEqual(room.height)
    }),
  )
})

test('the picture keeps its shape', () => {
  fc.assert(
    fc.property(pointer, ratio, ({ room, anchor }, shape) => {
      const { width, height } = placeBeside(anchor, shape, 40, room)
      expect(width / (height - 40)).toBeCloseTo(shape, 6)
    }),
  )
})

test('it never lies under the pointer where there is room beside it', () => {
  fc.assert(
    fc.property(pointer, ratio, ({ room, anchor }, shape) => {
      fc.pre(room.width >= 700)
      const { left, width } = placeBeside(anchor, shape, 40, room)
      expect(left > anchor.left || left + width < anchor.left).toBe(true)
    }),
  )
})

test('it goes to the other side near the edge', () => {
  const room = { width: 1440, height: 900 }
  const at = (left: number) => placeBeside({ left, top: 400, width: 0, height: 0 }, 16 / 9, 40, room)
  expect(at(100).left).toBe(120)
  expect(at(1400).left + at(1400).width).toBe(1380)
})

test('beside a card that fills the window it stands in the middle', () => {
  const { left, width } = placeBeside({ left: 0, top: 100, width: 390, height: 220 }, 16 / 9, 40, {
    width: 390,
    height: 844,
  })
  expect(left).toBe(12)
  expect(width).toBe(366)
})
