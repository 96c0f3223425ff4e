/**
 * The periods of digests: a digest goes out at 8:00 in the user's time zone, every day or on Mondays. Days are identified by
 * their date in that zone, so that a day of 23 or 25 hours counts as one day.
 */
import type { DigestPace } from '#accounts/digest-pace.ts'
import { resolveTimeZone } from '#accounts/time-zone.ts'
import { addDays } from '#platform/day.ts'

/** In the user's time zone. */
export const DIGEST_HOUR = 8

const formatters = new Map<string, Intl.DateTimeFormat>()
const getFormatter = (zone: string): Intl.DateTimeFormat => {
  const cachedFormatter = formatters.get(zone)
  if (cachedFormatter) return cachedFormatter
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  formatters.set(zone, formatter)
  return formatter
}

/** Returns date and hour in a zone: `{ day: '2026-11-23', hour: 7 }`. */
export const getLocalTime = (at: Date, zone: string): { day: string; hour: number } => {
  const parts = Object.fromEntries(
    getFormatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) }
}

/** The day of the latest digest that is due: yesterday, before 8:00. */
export const getDigestDay = (at: Date, zone: string): string => {
  const { day, hour } = getLocalTime(at, zone)
  return hour >= DIGEST_HOUR ? day : addDays(day, -1)
}

/** The Monday of the latest weekly digest that is due. */
export const getDigestWeek = (at: Date, zone: string): string => {
  const day = getDigestDay(at, zone)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

export type DigestSchedule = { digest_pace: DigestPace; time_zone: string | null }

/** Returns the period of a weekly digest: "week 2026-11-23". Later ones sort after earlier ones. */
export const getWeekPeriod = ({ time_zone }: Pick<DigestSchedule, 'time_zone'>, at: Date): string =>
  `week ${getDigestWeek(at, resolveTimeZone(time_zone))}`

/** Returns the period whose digest includes items queued `at` this time; undefined for immediate or no delivery. */
export const getItemsPeriod = (schedule: DigestSchedule, at: Date): string | undefined => {
  if (schedule.digest_pace === 'weekly') return getWeekPeriod(schedule, at)
  if (schedule.digest_pace === 'daily') return `day ${getDigestDay(at, resolveTimeZone(schedule.time_zone))}`
  return undefined
}

/** Whether an item queued at `at` is due. Items after 8:00 wait for the next period, however late the job runs. */
export const isDue = (schedule: DigestSchedule, at: Date, now: Date): boolean => {
  if (schedule.digest_pace === 'never') return false
  if (schedule.digest_pace === 'immediate') return true
  return (getItemsPeriod(schedule, at) ?? '') < (getItemsPeriod(schedule, now) ?? '')
}
