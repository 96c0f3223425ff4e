import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { layoutRows, MAX_GROWTH, findNeighbor, type GridMetrics } from './justified-rows.ts'

const ratios = fc.array(fc.constantFrom(2.39, 16 / 9, 4 / 3, 1, 9 / 16), { minLength: 1, maxLength: 80 })
const metrics: fc.Arbitrary<GridMetrics> = fc.record({
  width_px: fc.integer({ min: 320, max: 2560 }),
  target_px: fc.integer({ min: 90, max: 260 }),
  gap_px: fc.integer({ min: 0, max: 12 }),
})

const widthOf = (
  ratioList: readonly number[],
  { start, end, height_px }: { start: number; end: number; height_px: number },
  gap: number,
) => ratioList.slice(start, end).reduce((sum, ratio) => sum + ratio * height_px, gap * (end - start - 1))

describe('rows of a justified grid', () => {
  test('contain every picture once and in order', () => {
    fc.assert(
      fc.property(ratios, metrics, (ratioList, grid) => {
        const rows = layoutRows(ratioList, grid)
        expect(rows.flatMap(row => ratioList.slice(row.start, row.end))).toEqual(ratioList)
        expect(rows.every(row => row.end > row.start)).toBe(true)
      }),
    )
  })

  test('never overflow, and fill the width unless they are last or at their maximum height', () => {
    fc.assert(
      fc.property(ratios, metrics, (ratioList, grid) => {
        const rows = layoutRows(ratioList, grid)
        for (const [index, row] of rows.entries()) {
          const width = widthOf(ratioList, row, grid.gap_px)
          expect(width).toBeLessThanOrEqual(grid.width_px + 1e-6)
          const mayBeShort = index === rows.length - 1 || row.height_px >= grid.target_px * MAX_GROWTH - 1e-6
          if (!mayBeShort) expect(width).toBeCloseTo(grid.width_px, 6)
        }
      }),
    )
  })

  test('break only where the next picture no longer fits at the target height', () => {
    fc.assert(
      fc.property(ratios, metrics, (ratioList, grid) => {
        for (const row of layoutRows(ratioList, grid).slice(0, -1)) {
          const extendedWidth = widthOf(ratioList, { ...row, end: row.end + 1, height_px: grid.target_px }, grid.gap_px)
          expect(extendedWidth).toBeGreaterThan(grid.width_px)
        }
      }),
    )
  })

  test('the last row keeps the target height', () => {
    const rows = layoutRows([2, 2, 2, 2, 2], { width_px: 1000, target_px: 200, gap_px: 0 })
    expect(rows).toEqual([
      { start: 0, end: 2, height_px: 250 },
      { start: 2, end: 4, height_px: 250 },
      { start: 4, end: 5, height_px: 200 },
    ])
  })
})

describe('moving between pictures', () => {
  test('up and down move to the nearest picture', () => {
    // Rows [2, 2], [1.2, 1, 2] and [2], with their middles at 225 and 675; 129, 364 and 686; 200.
    const sixRatios = [2, 2, 1.2, 1, 2, 2]
    const grid: GridMetrics = { width_px: 900, target_px: 200, gap_px: 0 }
    expect(findNeighbor(sixRatios, grid, 0, 'down')).toBe(2)
    expect(findNeighbor(sixRatios, grid, 1, 'down')).toBe(4)
    expect(findNeighbor(sixRatios, grid, 3, 'up')).toBe(0)
    expect(findNeighbor(sixRatios, grid, 4, 'up')).toBe(1)
    expect(findNeighbor(sixRatios, grid, 4, 'down')).toBe(5)
    expect(findNeighbor(sixRatios, grid, 5, 'down')).toBe(5)
  })

  test('stay inside at every edge', () => {
    fc.assert(
      fc.property(
        ratios,
        metrics,
        fc.nat(),
        fc.constantFrom('left', 'right', 'up', 'down'),
        (ratioList, grid, seed, direction) => {
          const next = findNeighbor(ratioList, grid, seed % ratioList.length, direction)
          expect(next).toBeGreaterThanOrEqual(0)
          expect(next).toBeLessThan(ratioList.length)
        },
      ),
    )
  })
})
