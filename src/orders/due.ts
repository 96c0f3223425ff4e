/** When an order on account is late, and what follows from it. Days are those of the calendar, in UTC. */
import type { OrderState } from './states.ts'

const day_ms = 86_400_000
/** An invoice may stay unpaid this long past its day before its downloads and its workspace's account close. */
export const grace_days = 14

/** Placed on account and not paid yet. */
export const isOwed = (state: OrderState): boolean => state === 'invoiced' || state === 'overdue'

const dayOf = (moment: Date) => Math.floor(moment.getTime() / day_ms)

/** Days since the due day: 0 on it, negative before. */
export const daysOverdue = (due_at: Date, now: Date): number => dayOf(now) - dayOf(due_at)

/** For orders on account that are not paid yet; null for all others. */
export const daysOwed = ({ state, due_at }: { state: OrderState; due_at: Date | null }, now: Date): number | null =>
  due_at && isOwed(state) ? daysOverdue(due_at, now) : null

/** The grace is over. */
export const isLongOverdue = (due_at: Date, now: Date): boolean =>
  now.getTime() > due_at.getTime() + grace_days * day_ms

/** "Due in 5 days", "Due today", "3 days overdue". */
export const dueWords = (days: number): string => {
  if (days === 0) return 'Due today'
  if (days > 0) return days === 1 ? '1 day overdue' : `${days} days overdue`
  return days === -1 ? 'Due tomorrow' : `Due in ${-days} days`
}

/** Whoever owes is reminded once for each, the latest that has come. */
export const reminders = ['before', 'on', 'after_7', 'after_14'] as const
export type Reminder = (typeof reminders)[number]

/** The reminder whose time it is; null before the first. A term of a week or less needs none before its day. */
export const reminderAt = (due_at: Date, placed_at: Date, now: Date): Reminder | null => {
  const days = daysOverdue(due_at, now)
  if (days >= 14) return 'after_14'
  if (days >= 7) return 'after_7'
  if (days >= 0) return 'on'
  return days >= -7 && daysOverdue(due_at, placed_at) < -7 ? 'before' : null
}
