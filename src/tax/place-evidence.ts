/** Evidence for where a consumer is: article 24b of Implementing Regulation (EU) no. 282/2011 asks for two pieces that agree. */
import { countries } from 'jsvat-next'

import { countryName } from '#platform/settings/fields.ts'

import { getTaxPlace } from './places.ts'

export type EvidenceKind = 'network' | 'card'
export type PlaceEvidence = { kind: EvidenceKind; country: string }

/** Of countries without VAT numbers that can be checked. */
const OTHER_ALPHA_3 =
  'ARE:AE CAN:CA CHL:CL CHN:CN HKG:HK IND:IN ISL:IS ISR:IL JPN:JP KOR:KR LIE:LI MCO:MC MEX:MX NZL:NZ SAU:SA SGP:SG THA:TH TUR:TR TWN:TW UKR:UA USA:US ZAF:ZA'

const alpha2 = new Map([
  ...countries.map(({ codes }) => [codes[1] ?? '', codes[0] ?? ''] as const),
  ...OTHER_ALPHA_3.split(' ').map(pair => [pair.slice(0, 3), pair.slice(4)] as const),
])

/** Returns the code of two letters for one of three, as gateways report it; undefined for an unknown one. */
export const toAlpha2 = (alpha3: string | undefined): string | undefined => (alpha3 ? alpha2.get(alpha3) : undefined)

const taxCountry = (code: string) => getTaxPlace({ country: { code, name: code }, country_region: null }).country

/**
 * Returns a sentence when the evidence contradicts the billing country: something points elsewhere, and nothing else
 * confirms the address. Empty otherwise. `billed`: a code such as DE.
 */
export const describeContradiction = (billed: string, evidence: readonly PlaceEvidence[]): string => {
  const others = evidence.filter(({ country }) => taxCountry(country) !== taxCountry(billed))
  if (others.length === 0 || others.length < evidence.length) return ''
  const sources = others.map(({ kind, country }) =>
    kind === 'card' ? `a card from ${countryName(country)}` : `a network in ${countryName(country)}`,
  )
  return `The billing address is in ${countryName(billed)}, but the buyer paid with ${sources.join(' and ')}. Ask them which country they live in, and correct the tax if it is another.`
}
