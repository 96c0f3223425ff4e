/** Parses VAT numbers and validates them by format and checksum, offline. */
import { checkVAT, countries, unitedKingdom } from 'jsvat-next'

import { EU_COUNTRIES } from './places.ts'

/** A VAT number with the evidence of its check. */
export type Vat = {
  /** With the country prefix and without spaces: "DE136695976". */
  number: string
  /** ISO timestamp. */
  checked_at: string
  /** The result of VIES: `unreachable` without a response in time, `not_checked` where it is not configured or does not cover the country. */
  service: 'valid' | 'unreachable' | 'not_checked'
  /** The request identifier from VIES. */
  reference: string | null
}

/** Checks format and checksum. */
export const isVatNumber = (country_code: string, number: string): boolean =>
  country_code === 'GB'
    ? /^GB(\d{9}(\d{3})?|[A-Z]{2}\d{3})$/.test(number) && checkVAT(number, [unitedKingdom]).isValid
    : EU_COUNTRIES.includes(country_code) && isNumberOf(country_code, number)

const isNumberOf = (country_code: string, number: string) => {
  const { isValid, country } = checkVAT(number, countries)
  return isValid && country?.isoCode.short === country_code
}

/** Greek VAT numbers start with EL instead of the country code. */
const prefixOf = (country_code: string) => (country_code === 'GR' ? 'EL' : country_code)

/** Returns the complete number for an input with or without the country prefix, dots, dashes and spaces; undefined if it is not valid. */
export const parseVatNumber = (country_code: string, input: string): string | undefined => {
  const compact = input.replaceAll(/[\s.-]/g, '').toUpperCase()
  return [compact, `${prefixOf(country_code)}${compact}`].find(number => isVatNumber(country_code, number))
}
