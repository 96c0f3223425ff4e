import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placed } from '#platform/order.ts'

import { destination, steps, type Step } from './steps.ts'

const after = (ids: number[], id: number, step: Step) => {
  const to = destination(ids, id, step)
  return to && placed(ids, [id], to.before)
}

test('a step moves a clip by one place, or to an end', () => {
  const ids = [1, 2, 3, 4]
  expect(after(ids, 2, 'earlier')).toEqual([2, 1, 3, 4])
  expect(after(ids, 2, 'later')).toEqual([1, 3, 2, 4])
  expect(after(ids, 3, 'later')).toEqual([1, 2, 4, 3])
  expect(after(ids, 3, 'first')).toEqual([3, 1, 2, 4])
  expect(after(ids, 2, 'last')).toEqual([1, 3, 4, 2])
  expect(destination(ids, 3, 'first')?.place).toBe(1)
  expect(destination(ids, 2, 'later')?.place).toBe(3)
})

test('there is no step where it would change nothing', () => {
  expect(destination([1, 2], 1, 'earlier')).toBeUndefined()
  expect(destination([1, 2], 1, 'first')).toBeUndefined()
  expect(destination([1, 2], 2, 'later')).toBeUndefined()
  expect(destination([1, 2], 2, 'last')).toBeUndefined()
  expect(destination([1, 2], 9, 'last')).toBeUndefined()
})

test('whatever is asked for, it stands at the place that is told, and the others keep their order', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1 })
  fc.assert(
    fc.property(
      ids,
      fc.nat(),
      fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constantFrom(...steps)),
      (ids, n, step) => {
        const id = ids[n % ids.length] ?? 0
        const to = destination(ids, id, step)
        const now = to ? placed(ids, [id], to.before) : ids
        expect(now).toHaveLength(ids.length)
        expect(new Set(now)).toEqual(new Set(ids))
        expect(now.filter(one => one !== id)).toEqual(ids.filter(one => one !== id))
        if (to) expect(now.indexOf(id)).toBe(to.place - 1)
        if (to) expect(now).not.toEqual(ids)
      },
    ),
  )
})

test('a place beyond the end is the end, and one before the beginning the beginning', () => {
  expect(destination([1, 2, 3], 1, 99)).toEqual({ before: null, place: 3 })
  expect(destination([1, 2, 3], 3, 0)).toEqual({ before: 1, place: 1 })
  expect(destination([1, 2, 3], 2, 2)).toBeUndefined()
})
