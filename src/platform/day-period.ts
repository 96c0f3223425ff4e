/** Periods of whole days in UTC that end today, and the equally long period before. */
import { DAY_MS } from './clock.ts'
import { toDay } from './day.ts'

export const periodLengths = ['7', '30', '90'] as const
export type PeriodLength = (typeof periodLengths)[number]

export type Period = {
  /** Every day, oldest first, such as "2026-11-23". */
  days: string[]
  from: Date
  /** The midnight after the last day. */
  end: Date
}

const listDays = (from: Date, length: number): Period => ({
  days: Array.from({ length }, (_, index) => toDay(from.getTime() + index * DAY_MS)),
  from,
  end: new Date(from.getTime() + length * DAY_MS),
})

/** Returns the last days, today included, and as many days before them. */
export const getPeriods = (length: number, now: Date): { current: Period; previous: Period } => {
  const today = Date.parse(toDay(now))
  const from = (periods: number) => new Date(today + DAY_MS - periods * length * DAY_MS)
  return { current: listDays(from(1), length), previous: listDays(from(2), length) }
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const fullDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns "Nov 23". */
export const formatShortDay = (day: string): string => dayFormat.format(new Date(day))
/** Returns "Nov 23, 2026". */
export const formatFullDay = (day: string): string => fullDayFormat.format(new Date(day))
