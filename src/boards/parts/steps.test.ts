import { expect, test } from 'vitest'

import { placed } from '../order.ts'
import { destination, type Step } from './steps.ts'

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
