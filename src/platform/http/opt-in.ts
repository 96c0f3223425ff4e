/** Countries where mails may be sent, and browsers recognized, until the user opts out. Everywhere else the user must opt in. */
const OPT_OUT_COUNTRIES: ReadonlySet<string> = new Set(['US'])

/** Whether mails, and cookies that nobody asked for, need consent. `country`: an ISO code of two letters, or undefined when it is not known. */
export const needsOptIn = (country: string | undefined): boolean =>
  country === undefined || !OPT_OUT_COUNTRIES.has(country)
