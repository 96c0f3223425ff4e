/** Countries where mails may be sent until the user opts out. Everywhere else the user must opt in. */
const OPT_OUT_COUNTRIES: ReadonlySet<string> = new Set(['US'])

/** Whether mails need consent. `country`: an ISO code of two letters, or undefined when it is not known. */
export const needsOptIn = (country: string | undefined): boolean =>
  country === undefined || !OPT_OUT_COUNTRIES.has(country)
