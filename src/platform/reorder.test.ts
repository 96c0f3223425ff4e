import fc from 'fast-check'
import { expect, test } from 'vitest'

import { reorder } from './reorder.ts'

test('ids are moved before another id, or to the end', () => {
  expect(reorder([1, 2, 3, 4], [4], 2)).toEqual([1, 4, 2, 3])
  expect(reorder([1, 2, 3, 4], [1], 4)).toEqual([2, 3, 1, 4])
  expect(reorder([1, 2, 3], [1], null)).toEqual([2, 3, 1])
  expect(reorder([1, 2], [9, 8], 2)).toEqual([1, 9, 8, 2])
  expect(reorder([1, 2, 3], [2], 77)).toEqual([1, 3, 2])
})

test('no id is lost or duplicated, and the others keep their order', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }))
  fc.assert(
    fc.property(
      ids,
      fc.array(fc.integer({ min: 1, max: 40 })),
      fc.option(fc.integer({ min: 1, max: 40 })),
      (...input) => {
        const [before, moved] = input
        const after = reorder(...input)
        expect(after).toHaveLength(new Set(after).size)
        expect(new Set(after)).toEqual(new Set([...before, ...moved]))
        expect(after.filter(id => !moved.includes(id))).toEqual(before.filter(id => !moved.includes(id)))
      },
    ),
  )
})
