import { expect, test } from 'vitest'

import { dayOf, daysFrom, lastDayOf, momentOf } from './moment.ts'

test('moments and days are those of UTC', () => {
  expect(momentOf('2026-03-02T23:30:00.000Z')).toBe('2026-03-02 23:30')
  expect(dayOf('2026-03-02T23:30:00.000Z')).toBe('2026-03-02')
})

test('what ends as a day begins counts to the end of the day before', () => {
  expect(lastDayOf('2026-04-01T00:00:00.000Z')).toBe('2026-03-31')
  expect(lastDayOf('2026-03-31T23:59:59.999Z')).toBe('2026-03-31')
  const starts_at = '2026-03-02T00:00:00.000Z'
  expect(daysFrom({ starts_at, ends_at: '2026-04-01T00:00:00.000Z' })).toBe('From 2026-03-02 to 2026-03-31')
  expect(daysFrom({ starts_at, ends_at: null })).toBe('From 2026-03-02 until further notice')
})
