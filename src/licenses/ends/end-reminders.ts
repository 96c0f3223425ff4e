/** When users are reminded that a license ends. Days are UTC calendar days. */
import { daysOverdue as daysSince } from '#orders/due.ts'

/** 30 days and 7 days before the end; each is sent once. */
export const endReminders = ['month', 'week'] as const
export type EndReminder = (typeof endReminders)[number]

const daysBefore: Record<EndReminder, number> = { month: 30, week: 7 }

/** Licenses that end later than this need no reminder yet. */
export const FIRST_REMINDER_DAYS = daysBefore.month

/**
 * Returns the current reminder; null before the first one, and once the license has ended. After a downtime only the latest
 * is sent. A license that was granted for less time than a reminder's lead has no such reminder.
 */
export const getCurrentEndReminder = (ends_at: Date, granted_at: Date, now: Date): EndReminder | null => {
  if (now >= ends_at) return null
  const daysLeft = -daysSince(ends_at, now)
  const reminder = daysLeft <= daysBefore.week ? 'week' : daysLeft <= daysBefore.month ? 'month' : null
  return reminder !== null && -daysSince(ends_at, granted_at) > daysBefore[reminder] ? reminder : null
}
