/** Accounting months in UTC: "2026-11". */

export const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/** Returns the month `count` months later; earlier if negative. */
export const monthAfter = (month: string, count = 1): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(new Date(Date.UTC(year, number - 1 + count, 1)))
}

/** Returns the start of a month. */
export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00Z`)

/** Returns the last `count` months up to and including the given one. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthAfter(month, index - count + 1))

const longFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Returns "November 2026". */
export const monthName = (month: string): string => longFormat.format(monthStart(month))
/** Returns "Nov". */
export const monthShort = (month: string): string => shortFormat.format(monthStart(month))
