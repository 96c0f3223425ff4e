import fc from 'fast-check'
import { expect, test } from 'vitest'

import { selectSheetFrames } from './sheet-frames.ts'

const sheet = { columns: 6, rows: 5, tiles: 30 }

test('a landscape clip has eight frames on a wide screen and four on a narrow one', () => {
  const { narrow, wide, frames } = selectSheetFrames(16 / 9, sheet)
  expect([narrow, wide]).toEqual([2, 4])
  expect(frames).toHaveLength(8)
  expect(frames.filter(frame => frame.in_narrow)).toHaveLength(4)
})

test('frames are distinct tiles of the sheet in order, for any shape and length of a clip', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.4, max: 3, noNaN: true }), fc.integer({ min: 0, max: 36 }), (ratio, tiles) => {
      const { narrow, wide, frames } = selectSheetFrames(ratio, { columns: 6, rows: 6, tiles })
      const indexes = frames.map(({ row, column }) => row * 6 + column)
      expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b))
      expect(indexes.every(index => index < tiles)).toBe(true)
      expect(frames).toHaveLength(wide * 2)
      expect(frames.filter(frame => frame.in_narrow)).toHaveLength(narrow * 2)
    }),
  )
})
