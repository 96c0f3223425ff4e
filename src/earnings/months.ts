/** Months of the books, in UTC: "2026-11". */

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** `by` months later, or earlier when below nothing. */
export const monthAfter = (month: string, by = 1): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(new Date(Date.UTC(year, number - 1 + by, 1)))
}

/** The first moment of a month. */
export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00Z`)

/** So many months that end with this one. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => monthAfter(month, at - count + 1))

const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** "November 2026" */
export const monthName = (month: string): string => long.format(monthStart(month))
/** "Nov" */
export const monthShort = (month: string): string => short.format(monthStart(month))
