import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { formatDay, addBusinessDay } from './business-days.ts'

test.each([
  ['2026-03-02T10:00:00Z', '2026-03-03T10:00:00.000Z', 'Tuesday, March 3'],
  ['2026-03-06T16:30:00Z', '2026-03-09T16:30:00.000Z', 'Monday, March 9'],
  ['2026-03-07T09:00:00Z', '2026-03-10T00:00:00.000Z', 'Tuesday, March 10'],
  ['2026-03-08T23:59:59Z', '2026-03-10T00:00:00.000Z', 'Tuesday, March 10'],
])('a ticket from %s is due at %s, %s', (created, due, text) => {
  expect(addBusinessDay(new Date(created)).toISOString()).toBe(due)
  expect(formatDay(addBusinessDay(new Date(created)))).toBe(text)
})

test('the due date is never on a weekend, and at most three days later', () => {
  const from = new Date('2026-01-01').getTime()
  fc.assert(
    fc.property(fc.integer({ min: from, max: from + 400 * DAY_MS }), time => {
      const due = addBusinessDay(new Date(time))
      expect([1, 2, 3, 4, 5]).toContain(due.getUTCDay())
      expect(due.getTime() - time).toBeGreaterThanOrEqual(DAY_MS)
      expect(due.getTime() - time).toBeLessThanOrEqual(3 * DAY_MS)
    }),
  )
})
