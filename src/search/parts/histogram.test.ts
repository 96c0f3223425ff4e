import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toHistogram } from './histogram.ts'

const facet = (counts: Record<string, number>) =>
  Object.entries(counts).map(([value, count]) => ({ value, label: value, count }))

test('there is one bar for each second between the shortest and the longest clip', () => {
  expect(toHistogram(facet({ 5: 10, 7: 5, 9: 0 }))).toEqual([
    { from: 5, to: 5, share: 1 },
    { from: 6, to: 6, share: 0 },
    { from: 7, to: 7, share: 0.5 },
  ])
  expect(toHistogram([])).toEqual([])
})

test('any range of numbers yields few bars, and each number is in exactly one', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(numbers, values => {
      const bars = toHistogram(facet(Object.fromEntries(values.map(n => [n, 1]))))
      expect(bars.length).toBeLessThanOrEqual(24)
      for (const n of values) expect(bars.filter(bar => bar.from <= n && n <= bar.to && bar.share > 0)).toHaveLength(1)
    }),
  )
})
