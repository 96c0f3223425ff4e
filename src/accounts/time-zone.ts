/** Time zones by their IANA names, such as "Europe/Berlin". */
export const DEFAULT_TIME_ZONE = 'UTC'

/** Only names: an offset has no daylight saving time. */
const ZONE_NAME_PATTERN = /^[A-Za-z][\w+/-]{1,63}$/

/** Whether this runtime supports the time zone. */
export const isTimeZone = (name: string): boolean => {
  if (!ZONE_NAME_PATTERN.test(name)) return false
  try {
    void new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns the stored time zone, or UTC when there is none or it is not supported. */
export const resolveTimeZone = (name: string | null): string =>
  name !== null && isTimeZone(name) ? name : DEFAULT_TIME_ZONE

/** Returns the browser's time zone. */
export const getBrowserTimeZone = (): string => {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(name) ? name : DEFAULT_TIME_ZONE
}

/** Returns every supported time zone, including `selected`. */
export const listTimeZones = (selected: string): string[] =>
  [...new Set([DEFAULT_TIME_ZONE, selected, ...Intl.supportedValuesOf('timeZone')])].toSorted()
