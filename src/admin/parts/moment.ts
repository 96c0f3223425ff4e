const moments = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })

/** "2026-03-02 10:00", in UTC: sorts, and is the same for all of us. */
export const momentOf = (moment: string): string => moments.format(new Date(moment))
