/** Promises in business days: Monday to Friday, in UTC. Pure. */

const day_ms = 86_400_000
const isWeekend = (at: Date) => at.getUTCDay() === 0 || at.getUTCDay() === 6

/** One business day later, at the same time of day; asked on a weekend, it counts from Monday's beginning. */
export const oneBusinessDayAfter = (asked: Date): Date => {
  let at = asked
  while (isWeekend(at)) at = new Date(Math.floor(at.getTime() / day_ms) * day_ms + day_ms)
  do at = new Date(at.getTime() + day_ms)
  while (isWeekend(at))
  return at
}

const days = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** "Monday, March 9" */
export const dayInWords = (at: Date): string => days.format(at)
