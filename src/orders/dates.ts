/** Days as buyers read them, the same on the server and in every browser. */
const short = new Intl.DateTimeFormat('en-US', { year: '2-digit', month: '2-digit', day: '2-digit', timeZone: 'UTC' })

/** "03/02/26", of an ISO moment or day. */
export const shortDate = (moment: string): string => short.format(new Date(moment))

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** "March 2, 2026", of an ISO moment or day. */
export const longDate = (moment: string): string => long.format(new Date(moment))

const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Mar 2, 2026", of an ISO moment or day. */
export const mediumDate = (moment: string): string => medium.format(new Date(moment))
