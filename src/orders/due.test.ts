import fc from 'fast-check'
import { expect, test } from 'vitest'

import { daysOverdue, formatDueDays, isLongOverdue, getCurrentReminder, invoiceReminders } from './due.ts'

const due_at = new Date('2026-04-01T15:30:00Z')
const placed_at = new Date('2026-03-02T15:30:00Z')
const morningOf = (day: string) => new Date(`${day}T07:00:00Z`)

test('days are calendar days, whatever the hour', () => {
  expect(daysOverdue(due_at, new Date('2026-04-01T00:00:00Z'))).toBe(0)
  expect(daysOverdue(due_at, new Date('2026-04-01T23:59:59Z'))).toBe(0)
  expect(daysOverdue(due_at, new Date('2026-04-02T00:00:00Z'))).toBe(1)
  expect(daysOverdue(due_at, new Date('2026-03-31T23:59:59Z'))).toBe(-1)
})

test('formats due days', () => {
  expect([-12, -1, 0, 1, 9].map(formatDueDays)).toEqual([
    'Due in 12 days',
    'Due tomorrow',
    'Due today',
    '1 day overdue',
    '9 days overdue',
  ])
})

test('reminders come a week before, on the day, and one and two weeks after', () => {
  const days = ['2026-03-24', '2026-03-25', '2026-04-01', '2026-04-07', '2026-04-08', '2026-04-15', '2026-07-01']
  expect(days.map(day => getCurrentReminder(due_at, placed_at, morningOf(day)))).toEqual([
    null,
    'before',
    'on',
    'on',
    'after_7',
    'after_14',
    'after_14',
  ])
})

test('a short term has no reminder before its due date', () => {
  const placed_late = new Date('2026-03-25T15:30:00Z')
  expect(getCurrentReminder(due_at, placed_late, morningOf('2026-03-30'))).toBeNull()
  expect(getCurrentReminder(due_at, placed_late, morningOf('2026-04-01'))).toBe('on')
})

test('reminders come in order, and the last one comes before downloads close', () => {
  const hours = fc.integer({ min: 0, max: 24 * 120 })
  const hoursLater = (hour: number) => new Date(placed_at.getTime() + hour * 3_600_000)
  const reminderIndex = (hour: number) => {
    const reminder = getCurrentReminder(due_at, placed_at, hoursLater(hour))
    return reminder === null ? -1 : invoiceReminders.indexOf(reminder)
  }
  fc.assert(
    fc.property(hours, hours, (first, second) => {
      expect(reminderIndex(Math.min(first, second))).toBeLessThanOrEqual(reminderIndex(Math.max(first, second)))
      if (isLongOverdue(due_at, hoursLater(first))) expect(reminderIndex(first)).toBe(3)
    }),
  )
})
