/** Days as buyers read them, the same on the server and in every browser. */
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "March 9, 2026" */
export const longDay = (moment: string): string => long.format(new Date(moment))
/** "Mar 9" */
export const shortDay = (moment: string): string => short.format(new Date(moment))
