import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayInWords, oneBusinessDayAfter } from './business-days.ts'

test.each([
  ['2026-03-02T10:00:00Z', '2026-03-03T10:00:00.000Z', 'Tuesday, March 3'],
  ['2026-03-06T16:30:00Z', '2026-03-09T16:30:00.000Z', 'Monday, March 9'],
  ['2026-03-07T09:00:00Z', '2026-03-10T00:00:00.000Z', 'Tuesday, March 10'],
  ['2026-03-08T23:59:59Z', '2026-03-10T00:00:00.000Z', 'Tuesday, March 10'],
])('what is asked at %s is due at %s, %s', (asked, due, words) => {
  expect(oneBusinessDayAfter(new Date(asked)).toISOString()).toBe(due)
  expect(dayInWords(oneBusinessDayAfter(new Date(asked)))).toBe(words)
})

test('it is never due on a weekend, nor later than three days and a half', () => {
  const from = new Date('2026-01-01').getTime()
  fc.assert(
    fc.property(fc.integer({ min: from, max: from + 400 * 86_400_000 }), at => {
      const due = oneBusinessDayAfter(new Date(at))
      expect([1, 2, 3, 4, 5]).toContain(due.getUTCDay())
      expect(due.getTime() - at).toBeGreaterThanOrEqual(86_400_000)
      expect(due.getTime() - at).toBeLessThanOrEqual(3 * 86_400_000)
    }),
  )
})
