import fc from 'fast-check'
import { expect, test } from 'vitest'

import { openLooks } from '../../../testing/made-looks.ts'
import { cellOf, cellsNear, isLandmark, mapOf, nowhere } from './cells.ts'
import { distanceOf, partsOf } from './distance.ts'
import { packLook } from './look.ts'

const made = openLooks(7)
const looks = Array.from({ length: 400 }, () => packLook({ ...made.clip(made.shoot()) }))
const map = mapOf(looks.map((look, i) => ({ id: i + 1, look })))

test('without landmarks everything is in one place', () => {
  expect(cellOf(mapOf([]), looks[0]!)).toBe(nowhere)
  expect(cellsNear(mapOf([]), looks[0]!, 10)).toEqual([nowhere])
})

test('a landmark is under itself, and looked for first', () => {
  for (const [i, look] of looks.entries()) {
    expect(cellOf(map, look)).toBe(i + 1)
    expect(cellsNear(map, look, 5)[0]).toBe(i + 1)
  }
})

test('a clip is under the landmark that is looked for first, and each is looked for once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), seed => {
      const other = openLooks(seed)
      const look = packLook(other.clip(other.shoot()))
      const order = cellsNear(map, look, 400)
      expect(order[0]).toBe(cellOf(map, look))
      expect(new Set(order)).toEqual(new Set([...map.ids, nowhere]))
    }),
    { numRuns: 30 },
  )
})

test('landmarks that are looked for first are nearer than those looked for last', () => {
  const mean = (ids: number[], from: Uint8Array) =>
    ids.reduce((sum, id) => sum + distanceOf(partsOf(from, looks[id - 1]!)), 0) / ids.length
  for (const look of looks.slice(0, 20)) {
    const order = cellsNear(map, look, 400).filter(id => id !== nowhere)
    expect(mean(order.slice(0, 40), look)).toBeLessThan(mean(order.slice(-40), look))
  }
})

test('about one clip of 128 becomes a landmark', () => {
  const many = Array.from({ length: 128_000 }, (_, i) => i + 1).filter(isLandmark)
  expect(many.length).toBeGreaterThan(900)
  expect(many.length).toBeLessThan(1_100)
})
