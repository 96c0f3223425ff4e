/** The ranges of a filmmaker's dashboard: thirty days by day, twelve months by month; in UTC, including today. */
import { DAY_MS } from '#platform/clock.ts'
import { formatShortDay } from '#platform/day-period.ts'
import { toDay } from '#platform/day.ts'

import { monthOf, monthShort, monthsUpTo } from './months.ts'

export const ranges = ['30d', '12m'] as const
export type Range = (typeof ranges)[number]

export const rangeLabels: Record<Range, string> = { '30d': 'Last 30 days', '12m': 'Last 12 months' }

const RANGE_DAYS = 30
const RANGE_MONTHS = 12

/** Returns every day ("2026-11-23") or month ("2026-11") of a range, oldest first. */
export const listPoints = (range: Range, now: Date): string[] =>
  range === '12m'
    ? monthsUpTo(monthOf(now), RANGE_MONTHS)
    : Array.from({ length: RANGE_DAYS }, (_, index) => toDay(now.getTime() - (RANGE_DAYS - 1 - index) * DAY_MS))

/** Returns the start of a range. */
export const rangeStart = (range: Range, now: Date): Date => {
  const [first = ''] = listPoints(range, now)
  return new Date(`${first.length === 7 ? `${first}-01` : first}T00:00:00Z`)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns "November 23" or "November 2026". */
export const pointName = (point: string): string =>
  point.length === 7
    ? monthFormat.format(new Date(`${point}-01T00:00:00Z`))
    : dayFormat.format(new Date(`${point}T00:00:00Z`))

/** Returns "Nov 23" or "Nov". */
export const pointShort = (point: string): string => (point.length === 7 ? monthShort(point) : formatShortDay(point))

export const clipSorts = ['earned', 'views', 'hovers', 'boards', 'licenses', 'name'] as const
export type ClipSort = (typeof clipSorts)[number]
export const sortDirections = ['desc', 'asc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** Counts start with the highest, names with A. */
export const defaultDirection = (sort: ClipSort): SortDirection => (sort === 'name' ? 'asc' : 'desc')
