import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeChange, formatCompactCents, formatCompactCount, pickAxisLabels } from './chart-text.ts'

test('the first and the last point have a label, and no point has two', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 2, max: 12 }), (count, max) => {
      const labels = pickAxisLabels(count, max)
      expect([labels[0], labels.at(-1)]).toEqual([0, count - 1])
      expect(new Set(labels).size).toBe(labels.length)
      expect(labels.length).toBe(Math.min(count, max))
    }),
  )
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
