import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeChange, formatCompactCents, formatCompactCount, pickAxisLabels } from './chart-text.ts'

test('labels are at most as many as fit, in equal steps, and the last point has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 12 }), (count, max) => {
      const labels = pickAxisLabels(count, max)
      expect(labels.at(-1)).toBe(count - 1)
      expect(labels.length).toBeLessThanOrEqual(max)
      expect(new Set(labels.slice(1).map((index, place) => index - (labels[place] ?? 0))).size).toBeLessThanOrEqual(1)
    }),
  )
  expect(pickAxisLabels(12, 7)).toEqual([1, 3, 5, 7, 9, 11])
  expect(pickAxisLabels(30, 2)).toEqual([0, 29])
})

test('a single point has its label, and none has no label', () => {
  expect([pickAxisLabels(1, 7), pickAxisLabels(0, 7)]).toEqual([[0], []])
})

test('a change is a percentage of the period before, if that is more than nothing', () => {
  const changes = [
    [112, 100],
    [92, 100],
    [100, 100],
    [0, 0],
    [5, 0],
    [5, -5],
    [-10, -5],
    [-50, 100],
  ] as const
  expect(changes.map(([current, before]) => describeChange(current, before))).toEqual([
    'Up 12%',
    'Down 8%',
    'No change',
    'No change',
    'Up',
    'Up',
    'Down',
    'Down 150%',
  ])
})

test('the scale has short numbers', () => {
  expect([0, 15_000, 150_000, -250_000_000].map(formatCompactCents)).toEqual(['$0', '$150', '$1.5K', '-$2.5M'])
  expect([0, 20, 1_500].map(formatCompactCount)).toEqual(['0', '20', '1.5K'])
})
