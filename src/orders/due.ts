/** Due dates of orders on account. Days are UTC calendar days. */
import { DAY_MS } from '#platform/clock.ts'

import type { OrderState } from './states.ts'

/** Days after the due date until downloads and buying on account close. */
export const GRACE_DAYS = 14

/** Whether an order is on account and not paid yet. */
export const isOwed = (state: OrderState): boolean => state === 'invoiced' || state === 'overdue'

const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS)

/** Returns the days since the due date: 0 on it, negative before it. */
export const daysOverdue = (due_at: Date, now: Date): number => dayOf(now) - dayOf(due_at)

/** Returns the same for an order; null unless it is on account and not paid yet. */
export const orderDaysOverdue = (
  { state, due_at }: { state: OrderState; due_at: Date | null },
  now: Date,
): number | null => (due_at && isOwed(state) ? daysOverdue(due_at, now) : null)

/** Whether the grace period is over. */
export const isLongOverdue = (due_at: Date, now: Date): boolean =>
  now.getTime() > due_at.getTime() + GRACE_DAYS * DAY_MS

/** Formats days as "Due in 5 days", "Due today" or "3 days overdue". */
export const formatDueDays = (days: number): string => {
  if (days === 0) return 'Due today'
  if (days > 0) return days === 1 ? '1 day overdue' : `${days} days overdue`
  return days === -1 ? 'Due tomorrow' : `Due in ${-days} days`
}

/** Reminders of an unpaid invoice. Each is sent once, and only the latest that has come. */
export const invoiceReminders = ['before', 'on', 'after_7', 'after_14'] as const
export type InvoiceReminder = (typeof invoiceReminders)[number]

/** Returns the current reminder; null before the first. A term of a week or less has none before its due date. */
export const getCurrentReminder = (due_at: Date, placed_at: Date, now: Date): InvoiceReminder | null => {
  const days = daysOverdue(due_at, now)
  if (days >= 14) return 'after_14'
  if (days >= 7) return 'after_7'
  if (days >= 0) return 'on'
  return days >= -7 && daysOverdue(due_at, placed_at) < -7 ? 'before' : null
}
