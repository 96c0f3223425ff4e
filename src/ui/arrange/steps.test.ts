import fc from 'fast-check'
import { expect, test } from 'vitest'

import { reorder } from '#platform/reorder.ts'

import { findDestination, ARRANGE_STEPS, type ArrangeStep } from './steps.ts'

const move = (ids: number[], id: number, step: ArrangeStep) => {
  const target = findDestination(ids, id, step)
  return target && reorder(ids, [id], target.before)
}

test('a step moves an item by one position or to an end', () => {
  const ids = [1, 2, 3, 4]
  expect(move(ids, 2, 'earlier')).toEqual([2, 1, 3, 4])
  expect(move(ids, 2, 'later')).toEqual([1, 3, 2, 4])
  expect(move(ids, 3, 'later')).toEqual([1, 2, 4, 3])
  expect(move(ids, 3, 'first')).toEqual([3, 1, 2, 4])
  expect(move(ids, 2, 'last')).toEqual([1, 3, 4, 2])
  expect(findDestination(ids, 3, 'first')?.place).toBe(1)
  expect(findDestination(ids, 2, 'later')?.place).toBe(3)
})

test('there is no step that would change nothing', () => {
  expect(findDestination([1, 2], 1, 'earlier')).toBeUndefined()
  expect(findDestination([1, 2], 1, 'first')).toBeUndefined()
  expect(findDestination([1, 2], 2, 'later')).toBeUndefined()
  expect(findDestination([1, 2], 2, 'last')).toBeUndefined()
  expect(findDestination([1, 2], 9, 'last')).toBeUndefined()
})

test('any move puts the item at the returned position and keeps the order of the others', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1 })
  fc.assert(
    fc.property(
      ids,
      fc.nat(),
      fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constantFrom(...ARRANGE_STEPS)),
      (ids, n, step) => {
        const id = ids[n % ids.length] ?? 0
        const target = findDestination(ids, id, step)
        const result = target ? reorder(ids, [id], target.before) : ids
        expect(result).toHaveLength(ids.length)
        expect(new Set(result)).toEqual(new Set(ids))
        expect(result.filter(other => other !== id)).toEqual(ids.filter(other => other !== id))
        if (target) expect(result.indexOf(id)).toBe(target.place - 1)
        if (target) expect(result).not.toEqual(ids)
      },
    ),
  )
})

test('positions beyond the ends are clamped', () => {
  expect(findDestination([1, 2, 3], 1, 99)).toEqual({ before: null, place: 3 })
  expect(findDestination([1, 2, 3], 3, 0)).toEqual({ before: 1, place: 1 })
  expect(findDestination([1, 2, 3], 2, 2)).toBeUndefined()
})
