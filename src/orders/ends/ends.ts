/** When somebody is reminded that a license ends. Days are those of the calendar, in UTC. */
import { daysOverdue as daysSince } from '../due.ts'

/** A month (30 days) and a week before; each once. */
export const endReminders = ['month', 'week'] as const
export type EndReminder = (typeof endReminders)[number]

const days_before: Record<EndReminder, number> = { month: 30, week: 7 }

/** No license that ends later concerns anybody yet. */
export const first_reminder_days = days_before.month

/**
 * The reminder whose time it is; null before the first, and once the license has ended. A shop that slept sends the
 * latest alone. A license that was granted for so short a time is not announced as soon as it is bought.
 */
export const endReminderAt = (ends_at: Date, granted_at: Date, now: Date): EndReminder | null => {
  if (now >= ends_at) return null
  const left = -daysSince(ends_at, now)
  const reminder = left <= days_before.week ? 'week' : left <= days_before.month ? 'month' : null
  return reminder !== null && -daysSince(ends_at, granted_at) > days_before[reminder] ? reminder : null
}
