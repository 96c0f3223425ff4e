import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DAY_MS } from './clock.ts'
import { addDays, isDay, parseDay, toDay } from './day.ts'

const instant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('a day is that of UTC, from its first millisecond to its last', () => {
  fc.assert(
    fc.property(instant, time => {
      const day = toDay(time)
      expect(isDay(day)).toBe(true)
      expect(toDay(`${day}T00:00:00.000Z`)).toBe(day)
      expect(toDay(Date.parse(day) + DAY_MS - 1)).toBe(day)
      expect(toDay(Date.parse(day) + DAY_MS)).not.toBe(day)
    }),
  )
})

test('days are added across months, leap days and years, and back again', () => {
  expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  fc.assert(
    fc.property(instant, fc.integer({ min: -3_000, max: 3_000 }), (time, days) => {
      const day = toDay(time)
      expect(addDays(addDays(day, days), -days)).toBe(day)
      expect(addDays(day, 1) > day).toBe(true)
    }),
  )
})

test.each(['2026-02-29', '2026-13-01', '1999-12-31', '2026-3-2', '2026-03-02T00:00:00Z', '', '0000-00-00'])(
  '“%s” is no day',
  text => {
    expect(isDay(text)).toBe(false)
    expect(parseDay(text)).toBeUndefined()
  },
)

test('a valid day of a URL is read, and a missing one is not', () => {
  expect(parseDay('2026-02-28')).toBe('2026-02-28')
  expect(parseDay(null)).toBeUndefined()
})
