/** Time zones as browsers and servers name them: "Europe/Berlin". */
export const default_time_zone = 'UTC'

/** Names alone: an offset knows nothing of summer. */
const name_shape = /^[A-Za-z][\w+/-]{1,63}$/

/** Whether this machine knows it. */
export const isTimeZone = (name: string): boolean => {
  if (!name_shape.test(name)) return false
  try {
    void new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zone that somebody chose, or UTC while there is none that is known here. */
export const zoneOf = (name: string | null): string => (name !== null && isTimeZone(name) ? name : default_time_zone)

/** Where this browser is. */
export const timeZoneHere = (): string => {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(name) ? name : default_time_zone
}

/** Every zone that can be chosen here, with `chosen` among them. */
export const timeZones = (chosen: string): string[] =>
  [...new Set([default_time_zone, chosen, ...Intl.supportedValuesOf('timeZone')])].toSorted()
