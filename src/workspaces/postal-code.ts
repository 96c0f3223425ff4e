/** Which zip codes can be right in which country: one rule for forms and for the API. */

/** Countries whose postal codes are that many digits. */
const DIGITS: Readonly<Record<number, string>> = {
  3: 'FO IS',
  4: 'AT AU BE BG CH CY DK GE GL HU LI LU LV NO NZ PH SI TN ZA',
  5: 'CZ DE EE EG ES FI FR GR HR ID IT KR LT MA MC ME MX MY PK RS SE SK SM TH TR UA UY VA',
  6: 'CN IN KZ RO RU SG',
  7: 'CL IL JP',
  8: 'BR',
}

/** In capitals, without spaces and hyphens. */
const COMPACT: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(DIGITS).flatMap(([digits, codes]) =>
      // Some write the country before it: "DE-10115", "L-1234".
      codes.split(' ').map(code => [code, new RegExp(String.raw`^(?:[A-Z]{1,2})?\d{${digits}}$`)] as const),
    ),
  ),
  ...Object.fromEntries(['US', 'PR', 'GU', 'VI', 'AS', 'MP'].map(code => [code, /^\d{5}(?:\d{4})?$/] as const)),
  ...Object.fromEntries(['GB', 'GG', 'IM', 'JE'].map(code => [code, /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/] as const)),
  AR: /^(?:[A-Z]\d{4}[A-Z]{3}|[A-Z]?\d{4})$/,
  CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
  MT: /^[A-Z]{3}\d{2,4}$/,
  NL: /^\d{4}[A-Z]{2}$/,
  PL: /^\d{5}$/,
  PT: /^\d{4}(?:\d{3})?$/,
  SA: /^\d{5}(?:\d{4})?$/,
  TW: /^\d{3}(?:\d{2,3})?$/,
}

/** Separators only where a zip code has them, so that "-9460-7" is none. */
const SHAPE = /^[A-Z\d]+(?:[ -][A-Z\d]+)*$/

export const postal_code_refusal = 'Please enter a valid zip code'

/** `country_code`: two capitals. Of a country that is not in the list every text is accepted: some have no zip codes, and in Ireland many write the district alone. */
export const isPostalCode = (country_code: string, text: string): boolean => {
  const compact = COMPACT[country_code]
  const typed = text.trim().toUpperCase()
  return compact === undefined || (SHAPE.test(typed) && compact.test(typed.replaceAll(/[ -]/g, '')))
}
