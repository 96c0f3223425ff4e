/** The place that a sale is taxed in, by the billing address: a country, a state, or a territory with a law of its own. */
import { countryName } from '#platform/settings/fields.ts'

export type TaxLocation = {
  country: { code: string; name: string }
  country_region: { code: string; name: string } | null
  postal_code?: string
}

export type TaxPlace = {
  /** Of a country such as DE, or of a part of one such as US-TX, CA-ON or ES-CN. */
  code: string
  /** The country whose tax it is: FR for Monaco. */
  country: string
  /** Such as "Germany", "Texas" or "Canary Islands". */
  name: string
  /** Whose VAT numbers count. */
  area: 'eu' | 'uk' | 'other'
}

export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Returns the code of a country in the European Union by its English name. */
export const findEuCountry = (name: string): string | undefined => EU_COUNTRIES.find(code => countryName(code) === name)

/** Countries that the VAT law of another counts as its own: article 7 of the VAT Directive, and the United Kingdom’s law. */
const WITHIN_ANOTHER: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

type Territory = { country: string; postal_codes: RegExp; code: string; name: string }

/**
 * Territories by postal code. Outside the VAT territory of the EU by article 6 of the VAT Directive, except for the Azores
 * and Madeira, which have their own rates. Büsingen belongs to the Swiss VAT territory by treaty.
 */
const TERRITORIES: readonly Territory[] = [
  { country: 'ES', postal_codes: /^(35|38)\d{3}$/, code: 'ES-CN', name: 'Canary Islands' },
  { country: 'ES', postal_codes: /^51\d{3}$/, code: 'ES-CE', name: 'Ceuta' },
  { country: 'ES', postal_codes: /^52\d{3}$/, code: 'ES-ML', name: 'Melilla' },
  { country: 'FI', postal_codes: /^22\d{3}$/, code: 'AX', name: 'Åland Islands' },
  { country: 'DE', postal_codes: /^78266$/, code: 'CH', name: 'Switzerland' },
  { country: 'DE', postal_codes: /^27498$/, code: 'DE-HEL', name: 'Heligoland' },
  { country: 'IT', postal_codes: /^23041$/, code: 'IT-LIV', name: 'Livigno' },
  { country: 'IT', postal_codes: /^22061$/, code: 'IT-CAM', name: 'Campione d’Italia' },
  { country: 'GR', postal_codes: /^6308[67]$/, code: 'GR-69', name: 'Mount Athos' },
  { country: 'FR', postal_codes: /^971\d{2}$/, code: 'GP', name: 'Guadeloupe' },
  { country: 'FR', postal_codes: /^972\d{2}$/, code: 'MQ', name: 'Martinique' },
  { country: 'FR', postal_codes: /^973\d{2}$/, code: 'GF', name: 'French Guiana' },
  { country: 'FR', postal_codes: /^974\d{2}$/, code: 'RE', name: 'Réunion' },
  { country: 'FR', postal_codes: /^975\d{2}$/, code: 'PM', name: 'St. Pierre & Miquelon' },
  { country: 'FR', postal_codes: /^976\d{2}$/, code: 'YT', name: 'Mayotte' },
  { country: 'FR', postal_codes: /^97[78]\d{2}$/, code: 'MF', name: 'St. Martin' },
  { country: 'FR', postal_codes: /^986\d{2}$/, code: 'WF', name: 'Wallis & Futuna' },
  { country: 'FR', postal_codes: /^987\d{2}$/, code: 'PF', name: 'French Polynesia' },
  { country: 'FR', postal_codes: /^988\d{2}$/, code: 'NC', name: 'New Caledonia' },
  { country: 'PT', postal_codes: /^9[0-4]\d{2}(\d{3})?$/, code: 'PT-30', name: 'Madeira' },
  { country: 'PT', postal_codes: /^9[5-9]\d{2}(\d{3})?$/, code: 'PT-20', name: 'Azores' },
]

/** Returns the name of a territory that has a code of its own, such as PT-20. */
export const findPartName = (code: string): string | undefined => TERRITORIES.find(one => one.code === code)?.name

/** Parts of the EU with rates of their own. */
const EU_PARTS: readonly string[] = ['PT-20', 'PT-30']
/** Countries whose states or provinces tax for themselves. */
const WITH_STATES: readonly string[] = ['US', 'CA']

const areaOf = (code: string): TaxPlace['area'] =>
  EU_COUNTRIES.includes(code) || EU_PARTS.includes(code) ? 'eu' : code === 'GB' ? 'uk' : 'other'

/** Returns the place of a billing address. Services to Northern Ireland are supplied in the United Kingdom. */
export const getTaxPlace = ({ country, country_region, postal_code = '' }: TaxLocation): TaxPlace => {
  const compact = postal_code.replaceAll(/[\s-]/g, '').replace(/^[A-Z]{1,3}(?=\d)/i, '')
  const territory = TERRITORIES.find(one => one.country === country.code && one.postal_codes.test(compact))
  if (territory) {
    const { code, name } = territory
    return { code, country: EU_PARTS.includes(code) ? country.code : code.slice(0, 2), name, area: areaOf(code) }
  }
  if (WITH_STATES.includes(country.code) && country_region)
    return {
      code: `${country.code}-${country_region.code}`,
      country: country.code,
      name: country_region.name,
      area: 'other',
    }
  const code = WITHIN_ANOTHER[country.code] ?? country.code
  return { code, country: code, name: code === country.code ? country.name : countryName(code), area: areaOf(code) }
}

/** Whether a registration in one place covers another: Canada covers Ontario, but the United States covers no state. */
export const coversPlace = (registered: string, code: string): boolean =>
  registered === code || (registered !== 'US' && code.startsWith(`${registered}-`) && !isOutside(code))

/** Territories that have a country’s code and none of its VAT. */
const isOutside = (code: string) => TERRITORIES.some(one => one.code === code) && !EU_PARTS.includes(code)

/** The currency that a place wants its tax in, by ISO 4217; null where the currency of the sale is enough. */
export const getTaxCurrency = (country: string, day: string): string | null => {
  if (country === 'BG') return day < '2026-01-01' ? 'BGN' : 'EUR'
  const own = OWN_CURRENCIES[country]
  return own ?? (EU_COUNTRIES.includes(country) ? 'EUR' : null)
}

/** VAT Directive article 230, and the laws on invoices of the other countries. */
const OWN_CURRENCIES: Readonly<Record<string, string>> = {
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  NO: 'NOK',
  IS: 'ISK',
  AU: 'AUD',
  NZ: 'NZD',
  JP: 'JPY',
  IN: 'INR',
  SG: 'SGD',
  KR: 'KRW',
  ZA: 'ZAR',
}
