/** How our people read moments and days: in UTC, so that they sort and are the same for all of us. */
const moments = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })

/** "2026-03-02 10:00" */
export const momentOf = (moment: string): string => moments.format(new Date(moment))

/** "2026-03-02", of a moment. */
export const dayOf = (moment: string): string => new Date(moment).toISOString().slice(0, 10)

/** The last day of what ends with this moment: what ends as a day begins has that of the day before. */
export const lastDayOf = (ends_at: string): string => new Date(Date.parse(ends_at) - 1).toISOString().slice(0, 10)

/** "From 2026-03-02 to 2026-03-31", "From 2026-03-02 until further notice" */
export const daysFrom = ({ starts_at, ends_at }: { starts_at: string; ends_at: string | null }): string =>
  `From ${dayOf(starts_at)} ${ends_at === null ? 'until further notice' : `to ${lastDayOf(ends_at)}`}`
