/** Date formats for buyers, the same on the server and in every browser. */
const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats an ISO timestamp or date as "March 2, 2026". */
export const formatLongDate = (timestamp: string): string => longFormat.format(new Date(timestamp))

const mediumFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats an ISO timestamp or date as "Mar 2, 2026". */
export const formatMediumDate = (timestamp: string): string => mediumFormat.format(new Date(timestamp))
