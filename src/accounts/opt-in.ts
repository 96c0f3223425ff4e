/** Where mails may be sent to whoever registers until they say no; everywhere else they must have asked for them. */
const opt_out_countries: ReadonlySet<string> = new Set(['US'])

/** `country`: two capitals, or undefined when it is not known: then they are asked. */
export const needsOptIn = (country: string | undefined): boolean =>
  country === undefined || !opt_out_countries.has(country)
