/** Formats dates and times for staff, in UTC so that they sort and are the same for everyone. */
import { toDay } from '#platform/day.ts'

const dateTimeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })

/** Such as "2026-03-02 10:00". */
export const formatDateTime = (iso: string): string => dateTimeFormat.format(new Date(iso))

/** Such as "2026-03-02". */
export const formatDay = (iso: string): string => toDay(iso)

/** The last day of a period that ends at `ends_at`: the day before, if it ends at midnight. */
export const formatLastDay = (ends_at: string): string => toDay(Date.parse(ends_at) - 1)

/** Such as "From 2026-03-02 to 2026-03-31" or "From 2026-03-02 until further notice". */
export const formatPeriod = ({ starts_at, ends_at }: { starts_at: string; ends_at: string | null }): string =>
  `From ${formatDay(starts_at)} ${ends_at === null ? 'until further notice' : `to ${formatLastDay(ends_at)}`}`
