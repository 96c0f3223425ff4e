/** Zip code formats by country, for forms and the API. */

/** Countries with all-digit postal codes, by the number of digits. */
const DIGITS: Readonly<Record<number, string>> = {
  3: 'FO IS',
  4: 'AT AU BE BG CH CY DK GE GL HU LI LU LV NO NZ PH SI TN ZA',
  5: 'CZ DE EE ES FI FR GR HR ID IT KR LT MA MC ME MX MY PK PL RS SE SK SM TH TR UA UY VA',
  6: 'CN IN RO RU SG',
  7: 'CL IL JP',
  8: 'BR',
}

/** Formats in upper case, without spaces and hyphens. */
const COMPACT: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(DIGITS).flatMap(([digits, codes]) =>
      // Some users write the vehicle country code first: "D-10115", "L-1234".
      codes.split(' ').map(code => [code, new RegExp(String.raw`^(?:[A-Z]{1,2})?\d{${digits}}$`)] as const),
    ),
  ),
  ...Object.fromEntries(['US', 'PR', 'GU', 'VI', 'AS', 'MP'].map(code => [code, /^\d{5}(?:\d{4})?$/] as const)),
  ...Object.fromEntries(['GG', 'IM', 'JE'].map(code => [code, /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/] as const)),
  // GIR 0AA belongs to a bank, BFPO to the armed forces.
  GB: /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|BFPO\d{1,4})$/,
  AR: /^(?:[A-Z]\d{4}[A-Z]{3}|[A-Z]?\d{4})$/,
  CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
  EG: /^(?:\d{5}|\d{7})$/,
  KZ: /^(?:\d{6}|[A-Z]\d{2}[A-Z]\d[A-Z]\d)$/,
  MT: /^[A-Z]{3}\d{2,4}$/,
  NL: /^\d{4}[A-Z]{2}$/,
  PT: /^\d{4}(?:\d{3})?$/,
  SA: /^\d{5}(?:\d{4})?$/,
  TW: /^\d{3}(?:\d{2,3})?$/,
}

/** Allows separators only between characters, so "-9460-7" is invalid. */
const SHAPE = /^[A-Z\d]+(?:(?: +|-)[A-Z\d]+)*$/

export const POSTAL_CODE_REFUSAL = 'Please enter a valid zip code'

/**
 * `country_code`: two capitals. Users may write it before the zip code ("NL-1012 AB"). Accepts any text for a country
 * without a format: some have no zip codes, and in Ireland many users write only the district.
 */
export const isPostalCode = (country_code: string, text: string): boolean => {
  const rule = COMPACT[country_code]
  if (rule === undefined) return true
  const code = plainPostalCode(text).trim().toUpperCase()
  const compact = code.replaceAll(/[ -]/g, '')
  return SHAPE.test(code) && (rule.test(compact) || rule.test(compact.replace(new RegExp(`^${country_code}`), '')))
}

/** Keyboards of East Asia also write full-width digits, which invoices could not print. */
export const plainPostalCode = (text: string): string => text.normalize('NFKC')
