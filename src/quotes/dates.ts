/** Formats dates the same on the server and in every browser. */
const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Returns "March 9, 2026". */
export const formatLongDay = (timestamp: string): string => longFormat.format(new Date(timestamp))
/** Returns "Mar 9". */
export const formatShortDay = (timestamp: string): string => shortFormat.format(new Date(timestamp))
