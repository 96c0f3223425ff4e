/** Spans that a filmmaker looks back over: thirty days by the day, twelve months by the month; in UTC, today included. */
import { monthOf, monthsUpTo } from './months.ts'

export const ranges = ['30d', '12m'] as const
export type Range = (typeof ranges)[number]

export const rangeLabels: Record<Range, string> = { '30d': 'Last 30 days', '12m': 'Last 12 months' }

const day_ms = 86_400_000
const days = 30
const months = 12

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Every day ("2026-11-23") or month ("2026-11") of it, the oldest first. */
export const pointsOf = (range: Range, now: Date): string[] =>
  range === '12m'
    ? monthsUpTo(monthOf(now), months)
    : Array.from({ length: days }, (_, at) => dayOf(new Date(now.getTime() - (days - 1 - at) * day_ms)))

/** Its first moment. */
export const rangeStart = (range: Range, now: Date): Date => {
  const [first = ''] = pointsOf(range, now)
  return new Date(`${first.length === 7 ? `${first}-01` : first}T00:00:00Z`)
}

const long = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 23", or "November 2026" */
export const pointName = (point: string): string =>
  point.length === 7 ? longMonth.format(new Date(`${point}-01T00:00:00Z`)) : long.format(new Date(`${point}T00:00:00Z`))

export const clipSorts = ['earned', 'views', 'hovers', 'boards', 'licenses', 'name'] as const
export type ClipSort = (typeof clipSorts)[number]
export const ways = ['desc', 'asc'] as const
export type Way = (typeof ways)[number]

/** Figures begin with the most, names with A. */
export const firstWay = (sort: ClipSort): Way => (sort === 'name' ? 'asc' : 'desc')
