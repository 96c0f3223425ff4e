/**
 * Whose turn it is: a digest goes out at eight o'clock where its reader is, on every day or on Mondays. Days are told
 * apart by their names in the reader's zone, so that a day of 23 or 25 hours is one day like any other.
 */
import type { DigestPace } from '#accounts/digest-pace.ts'
import { zoneOf } from '#accounts/time-zone.ts'

/** By the reader's clock. */
export const digest_hour = 8

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  clocks.set(zone, made)
  return made
}

/** What calendar and clock show in a zone: `{ day: '2026-11-23', hour: 7 }`. */
export const localTime = (at: Date, zone: string): { day: string; hour: number } => {
  const shown = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${shown['year']}-${shown['month']}-${shown['day']}`, hour: Number(shown['hour']) }
}

/** A day of the calendar so many days on, or back; it has no hours, so UTC counts it rightly. */
const shifted = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The day whose digest is the latest that is due: before eight that is yesterday's. */
export const digestDay = (at: Date, zone: string): string => {
  const { day, hour } = localTime(at, zone)
  return hour >= digest_hour ? day : shifted(day, -1)
}

/** The Monday whose digest is the latest that is due. */
export const digestWeek = (at: Date, zone: string): string => {
  const day = digestDay(at, zone)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return shifted(day, -((weekday + 6) % 7))
}

export type Reader = { digest_pace: DigestPace; time_zone: string | null }

/** "week 2026-11-23": the turn in which somebody is told of a whole week. Later ones sort after earlier ones. */
export const weekTurn = ({ time_zone }: Pick<Reader, 'time_zone'>, at: Date): string =>
  `week ${digestWeek(at, zoneOf(time_zone))}`

/** The turn in which news is told that waits `at` this moment; undefined for whoever is told at once, or never. */
export const itemsTurn = (reader: Reader, at: Date): string | undefined => {
  if (reader.digest_pace === 'weekly') return weekTurn(reader, at)
  if (reader.digest_pace === 'daily') return `day ${digestDay(at, zoneOf(reader.time_zone))}`
  return undefined
}

/** Whether news that came at `at` is told by now. What comes after eight waits for the next turn, however late the job runs. */
export const isDue = (reader: Reader, at: Date, now: Date): boolean => {
  if (reader.digest_pace === 'never') return false
  if (reader.digest_pace === 'at_once') return true
  return (itemsTurn(reader, at) ?? '') < (itemsTurn(reader, now) ?? '')
}
