import fc from 'fast-check'
import { expect, test } from 'vitest'

import { daysOverdue, dueWords, isLongOverdue, reminderAt, reminders } from './due.ts'

const due_at = new Date('2026-04-01T15:30:00Z')
const placed_at = new Date('2026-03-02T15:30:00Z')
const on = (day: string) => new Date(`${day}T07:00:00Z`)

test('days are those of the calendar, whatever the hour', () => {
  expect(daysOverdue(due_at, new Date('2026-04-01T00:00:00Z'))).toBe(0)
  expect(daysOverdue(due_at, new Date('2026-04-01T23:59:59Z'))).toBe(0)
  expect(daysOverdue(due_at, new Date('2026-04-02T00:00:00Z'))).toBe(1)
  expect(daysOverdue(due_at, new Date('2026-03-31T23:59:59Z'))).toBe(-1)
})

test('says it as people do', () => {
  expect([-12, -1, 0, 1, 9].map(dueWords)).toEqual([
    'Due in 12 days',
    'Due tomorrow',
    'Due today',
    '1 day overdue',
    '9 days overdue',
  ])
})

test('reminds a week before, on the day, and one and two weeks after', () => {
  const days = ['2026-03-24', '2026-03-25', '2026-04-01', '2026-04-07', '2026-04-08', '2026-04-15', '2026-07-01']
  expect(days.map(day => reminderAt(due_at, placed_at, on(day)))).toEqual([
    null,
    'before',
    'on',
    'on',
    'after_7',
    'after_14',
    'after_14',
  ])
})

test('a short term needs no reminder before its day', () => {
  const week = new Date('2026-03-25T15:30:00Z')
  expect(reminderAt(due_at, week, on('2026-03-30'))).toBeNull()
  expect(reminderAt(due_at, week, on('2026-04-01'))).toBe('on')
})

test('reminders come in their order, and the last is there before anything closes', () => {
  const hours = fc.integer({ min: 0, max: 24 * 120 })
  const at = (hour: number) => new Date(placed_at.getTime() + hour * 3_600_000)
  const place = (hour: number) => {
    const reminder = reminderAt(due_at, placed_at, at(hour))
    return reminder === null ? -1 : reminders.indexOf(reminder)
  }
  fc.assert(
    fc.property(hours, hours, (one, other) => {
      expect(place(Math.min(one, other))).toBeLessThanOrEqual(place(Math.max(one, other)))
      if (isLongOverdue(due_at, at(one))) expect(place(one)).toBe(3)
    }),
  )
})
