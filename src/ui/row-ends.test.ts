import fc from 'fast-check'
import { expect, test } from 'vitest'

import { bands, emptyEnd, rowEnds } from './row-ends.ts'

const ratios = fc.array(fc.constantFrom(9 / 16, 1, 4 / 3, 16 / 9, 2.39), { minLength: 1, maxLength: 80 })
const rowRatio = fc.constantFrom(...Object.values(bands))

const rowsOf = (list: readonly number[], row_ratio: number) => {
  const ends = [...rowEnds(list, row_ratio), list.length - 1]
  return ends.map((end, i) => list.slice((ends[i - 1] ?? -1) + 1, end + 1))
}
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)

test('every picture stands in one row, and no row is empty', () => {
  fc.assert(
    fc.property(ratios, rowRatio, (list, row_ratio) => {
      const rows = rowsOf(list, row_ratio)
      expect(rows.flat()).toEqual(list)
      expect(rows.every(row => row.length > 0)).toBe(true)
    }),
  )
})

test('no row would be nearer to its height with its neighbor’s picture', () => {
  const cost = (row: readonly number[], row_ratio: number) => Math.log(sum(row) / row_ratio) ** 2
  fc.assert(
    fc.property(ratios, rowRatio, (list, row_ratio) => {
      const rows = rowsOf(list, row_ratio)
      rows.slice(1).forEach((row, i) => {
        const before = rows[i] ?? []
        const [first = 0, ...rest] = row
        if (rest.length === 0) return
        const now = cost(before, row_ratio) + cost(row, row_ratio)
        expect(cost([...before, first], row_ratio) + cost(rest, row_ratio)).toBeGreaterThanOrEqual(now - 1e-9)
      })
    }),
  )
})

test('a last picture is never left alone while the rows before it are full', () => {
  const seven = Array.from({ length: 7 }, () => 16 / 9)
  expect(
    rowsOf(seven, bands.desktop)
      .map(row => row.length)
      .toSorted((a, b) => a - b),
  ).toEqual([3, 4])
  expect(
    rowsOf(seven, bands.tablet)
      .map(row => row.length)
      .toSorted((a, b) => a - b),
  ).toEqual([2, 2, 3])
})

test('on a phone an upright picture shares its row with another', () => {
  const list = [16 / 9, 9 / 16, 16 / 9, 16 / 9]
  expect(rowsOf(list, bands.phone).every(row => sum(row) > 1)).toBe(true)
})

test('one landscape picture takes not much more than half of a desktop', () => {
  const one = 16 / 9
  expect(one / (one + emptyEnd([one], bands.desktop))).toBeCloseTo(0.55, 2)
  expect(emptyEnd([one, one], bands.desktop)).toBe(0)
})
