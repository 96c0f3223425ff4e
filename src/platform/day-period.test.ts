import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatFullDay, formatShortDay, getPeriods } from './day-period.ts'
import { toDay } from './day.ts'

test('a period ends today, and the one before ends where it begins; no day is missing or twice', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(7, 30, 90), (now, length) => {
      const { current, previous } = getPeriods(length, now)
      const days = [...previous.days, ...current.days]
      expect(current.days.at(-1)).toBe(toDay(now))
      expect(days).toHaveLength(2 * length)
      expect(new Set(days).size).toBe(2 * length)
      expect(days).toEqual(days.toSorted())
      expect(previous.end).toEqual(current.from)
      for (const { days, from, end } of [current, previous]) {
        expect(from.toISOString()).toBe(`${days[0]}T00:00:00.000Z`)
        expect(toDay(end.getTime() - 1)).toBe(days.at(-1))
      }
    }),
  )
})

test('days are written in UTC', () => {
  expect([formatShortDay('2026-11-03'), formatFullDay('2026-11-03')]).toEqual(['Nov 3', 'Nov 3, 2026'])
})
