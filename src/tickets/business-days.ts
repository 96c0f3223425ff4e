/** Due dates in business days: Monday to Friday, in UTC. */
import { DAY_MS } from '#platform/clock.ts'

const isWeekend = (date: Date) => date.getUTCDay() === 0 || date.getUTCDay() === 6

/** Returns the same time one business day later. On a weekend it counts from the start of Monday. */
export const addBusinessDay = (start: Date): Date => {
  let date = start
  while (isWeekend(date)) date = new Date(Math.floor(date.getTime() / DAY_MS) * DAY_MS + DAY_MS)
  do date = new Date(date.getTime() + DAY_MS)
  while (isWeekend(date))
  return date
}

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Formats "Monday, March 9". */
export const formatDay = (date: Date): string => dayFormat.format(date)
