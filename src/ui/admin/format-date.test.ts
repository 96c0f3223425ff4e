import { expect, test } from 'vitest'

import { formatDay, formatPeriod, formatLastDay, formatDateTime } from './format-date.ts'

test('dates and times are in UTC', () => {
  expect(formatDateTime('2026-03-02T23:30:00.000Z')).toBe('2026-03-02 23:30')
  expect(formatDay('2026-03-02T23:30:00.000Z')).toBe('2026-03-02')
})

test('a period that ends at midnight ends on the day before', () => {
  expect(formatLastDay('2026-04-01T00:00:00.000Z')).toBe('2026-03-31')
  expect(formatLastDay('2026-03-31T23:59:59.999Z')).toBe('2026-03-31')
  const starts_at = '2026-03-02T00:00:00.000Z'
  expect(formatPeriod({ starts_at, ends_at: '2026-04-01T00:00:00.000Z' })).toBe('From 2026-03-02 to 2026-03-31')
  expect(formatPeriod({ starts_at, ends_at: null })).toBe('From 2026-03-02 until further notice')
})
