import { groupId, choiceSentence } from '#licensing/choice.ts'
import { formatRate, toRateGrants, type SoldRate } from '#licensing/rate.ts'
import type { OrgType } from '#licensing/terms.ts'

import { formatLongDate } from './dates.ts'

/** The license of an order line, as its columns store it. */
export type LicenseColumns = {
  org_type: OrgType
  end_client_size: number
  distribution_ids: number[]
  /** The preferred rate that the line was sold under. */
  rate: SoldRate | null
  /** "worldwide" and "perpetual" unless a rate or an import says otherwise. */
  territory?: string
  term?: string
}

/** Describes a license, for example "Web & Social, for a client with 2–50 people, worldwide, forever". */
export const describeLicense = ({ rate, ...license }: LicenseColumns): string =>
  rate ? `Preferred rate “${rate.name}”: ${formatRate(rate)}` : choiceSentence(license, license)

/** Returns each grant of a rate as text; its term names the last day: "1 year, until November 24, 2027". */
export const describeGrants = (rate: SoldRate, granted_at: Date) =>
  toRateGrants(rate, granted_at).map(({ ends_at, term, ...grant }) => ({
    ...grant,
    term: ends_at ? `${term}, until ${formatLongDate(ends_at.toISOString())}` : term,
  }))

/**
 * Returns the term of each grant of a rate whose grants end on different days: "Web & Social: 1 year, until November 24,
 * 2027; Broadcast TV: Perpetual". null for one term.
 */
export const describeMixedTerms = (rate: SoldRate, granted_at: Date): string | null => {
  const terms = describeGrants(rate, granted_at)
  return new Set(terms.map(({ term }) => term)).size > 1
    ? terms.map(({ distributions, term }) => `${distributions}: ${term}`).join('; ')
    : null
}

/** Returns a key that is equal for lines under the same license. */
export const getLicenseKey = ({ org_type, end_client_size, distribution_ids, rate }: LicenseColumns): string =>
  `${groupId({ org_type, end_client_size, distribution_ids })} ${rate?.id ?? ''}`
