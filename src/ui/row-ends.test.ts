import fc from 'fast-check'
import { expect, test } from 'vitest'

import { BREAKPOINT_RATIOS, getEmptyEnd, findRowEnds } from './row-ends.ts'

const ratios = fc.array(fc.constantFrom(9 / 16, 1, 4 / 3, 16 / 9, 2.39), { minLength: 1, maxLength: 80 })
const rowRatio = fc.constantFrom(...Object.values(BREAKPOINT_RATIOS))

const rowsOf = (ratioList: readonly number[], row_ratio: number) => {
  const ends = [...findRowEnds(ratioList, row_ratio), ratioList.length - 1]
  return ends.map((end, i) => ratioList.slice((ends[i - 1] ?? -1) + 1, end + 1))
}
const sum = (list: readonly number[]) => list.reduce((total, number) => total + number, 0)

test('every picture is in one row, and no row is empty', () => {
  fc.assert(
    fc.property(ratios, rowRatio, (list, row_ratio) => {
      const rows = rowsOf(list, row_ratio)
      expect(rows.flat()).toEqual(list)
      expect(rows.every(row => row.length > 0)).toBe(true)
    }),
  )
})

test('moving a picture to the neighboring row never improves the rows', () => {
  const cost = (row: readonly number[], row_ratio: number) => Math.log(sum(row) / row_ratio) ** 2
  fc.assert(
    fc.property(ratios, rowRatio, (list, row_ratio) => {
      const rows = rowsOf(list, row_ratio)
      rows.slice(1).forEach((row, i) => {
        const previous = rows[i] ?? []
        const [first = 0, ...remaining] = row
        if (remaining.length === 0) return
        const currentCost = cost(previous, row_ratio) + cost(row, row_ratio)
        expect(cost([...previous, first], row_ratio) + cost(remaining, row_ratio)).toBeGreaterThanOrEqual(
          currentCost - 1e-9,
        )
      })
    }),
  )
})

test('a last picture is never alone while the rows before it are full', () => {
  const sevenRatios = Array.from({ length: 7 }, () => 16 / 9)
  expect(
    rowsOf(sevenRatios, BREAKPOINT_RATIOS.desktop)
      .map(row => row.length)
      .toSorted((a, b) => a - b),
  ).toEqual([3, 4])
  expect(
    rowsOf(sevenRatios, BREAKPOINT_RATIOS.tablet)
      .map(row => row.length)
      .toSorted((a, b) => a - b),
  ).toEqual([2, 2, 3])
})

test('on a phone a portrait picture shares its row', () => {
  const list = [16 / 9, 9 / 16, 16 / 9, 16 / 9]
  expect(rowsOf(list, BREAKPOINT_RATIOS.phone).every(row => sum(row) > 1)).toBe(true)
})

test('a single landscape picture takes about half of a desktop', () => {
  const landscape = 16 / 9
  expect(landscape / (landscape + getEmptyEnd([landscape], BREAKPOINT_RATIOS.desktop))).toBeCloseTo(0.55, 2)
  expect(getEmptyEnd([landscape, landscape], BREAKPOINT_RATIOS.desktop)).toBe(0)
})
