import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { justifiedRows, mostGrowth, neighbor, type Room } from './justified-rows.ts'

const ratios = fc.array(fc.constantFrom(2.39, 16 / 9, 4 / 3, 1, 9 / 16), { minLength: 1, maxLength: 80 })
const room: fc.Arbitrary<Room> = fc.record({
  width_px: fc.integer({ min: 320, max: 2560 }),
  target_px: fc.integer({ min: 90, max: 260 }),
  gap_px: fc.integer({ min: 0, max: 12 }),
})

const widthOf = (
  all: readonly number[],
  { start, end, height_px }: { start: number; end: number; height_px: number },
  gap: number,
) => all.slice(start, end).reduce((sum, ratio) => sum + ratio * height_px, gap * (end - start - 1))

describe('rows of a justified grid', () => {
  test('hold every picture once and in order', () => {
    fc.assert(
      fc.property(ratios, room, (all, space) => {
        const rows = justifiedRows(all, space)
        expect(rows.flatMap(row => all.slice(row.start, row.end))).toEqual(all)
        expect(rows.every(row => row.end > row.start)).toBe(true)
      }),
    )
  })

  test('never run over the edge, and fill it unless they are last or at their largest', () => {
    fc.assert(
      fc.property(ratios, room, (all, space) => {
        const rows = justifiedRows(all, space)
        for (const [at, row] of rows.entries()) {
          const width = widthOf(all, row, space.gap_px)
          expect(width).toBeLessThanOrEqual(space.width_px + 1e-6)
          const mayStayShort = at === rows.length - 1 || row.height_px >= space.target_px * mostGrowth - 1e-6
          if (!mayStayShort) expect(width).toBeCloseTo(space.width_px, 6)
        }
      }),
    )
  })

  test('break only where the next picture no longer fits at the target height', () => {
    fc.assert(
      fc.property(ratios, room, (all, space) => {
        for (const row of justifiedRows(all, space).slice(0, -1)) {
          const oneMore = widthOf(all, { ...row, end: row.end + 1, height_px: space.target_px }, space.gap_px)
          expect(oneMore).toBeGreaterThan(space.width_px)
        }
      }),
    )
  })

  test('the last row keeps the target height', () => {
    const rows = justifiedRows([2, 2, 2, 2, 2], { width_px: 1000, target_px: 200, gap_px: 0 })
    expect(rows).toEqual([
      { start: 0, end: 2, height_px: 250 },
      { start: 2, end: 4, height_px: 250 },
      { start: 4, end: 5, height_px: 200 },
    ])
  })
})

describe('moving between pictures', () => {
  test('up and down land on the picture that stands nearest', () => {
    // Rows [2, 2], [1.2, 1, 2] and [2], with their middles at 225 and 675; 129, 364 and 686; 200.
    const six = [2, 2, 1.2, 1, 2, 2]
    const space: Room = { width_px: 900, target_px: 200, gap_px: 0 }
    expect(neighbor(six, space, 0, 'down')).toBe(2)
    expect(neighbor(six, space, 1, 'down')).toBe(4)
    expect(neighbor(six, space, 3, 'up')).toBe(0)
    expect(neighbor(six, space, 4, 'up')).toBe(1)
    expect(neighbor(six, space, 4, 'down')).toBe(5)
    expect(neighbor(six, space, 5, 'down')).toBe(5)
  })

  test('stay inside at every edge', () => {
    fc.assert(
      fc.property(ratios, room, fc.nat(), fc.constantFrom('left', 'right', 'up', 'down'), (all, spot, seed, way) => {
        const next = neighbor(all, spot, seed % all.length, way)
        expect(next).toBeGreaterThanOrEqual(0)
        expect(next).toBeLessThan(all.length)
      }),
    )
  })
})
