/** Cards become nonces: the one door by which card data enters. */
import valid from 'card-validator'

import type { Gateway } from './gateway.ts'
import { fields, group, type Params, text } from './params.ts'
import type { Fields, Nonce } from './records.ts'
import { type Mistake, Refusal } from './refusal.ts'
import { cvvLength, cvvResponse, testCards } from './test-cards.ts'
import { keepNonce } from './tokens.ts'

const addressFields = [
  'first_name',
  'last_name',
  'company',
  'street_address',
  'extended_address',
  'locality',
  'region',
  'postal_code',
  'country_code_alpha2',
  'country_name',
] as const

/** An address as it is kept; null when there is none. */
export function readAddress(params: Params): Fields | null {
  const address = fields(params, addressFields)
  return Object.keys(address).length ? address : null
}

/** Makes a nonce of card data in snake_case, or refuses with a mistake per field under `credit_card`. */
export function tokenizeCard(gateway: Gateway, params: Params): Nonce {
  const number = (text(params, 'number') ?? '').replace(/[\s-]/g, '')
  const known = testCards.get(number)
  const cvv = text(params, 'cvv')
  const { month, year } = readExpiration(params)

  const mistakes: Mistake[] = []
  const blame = (attribute: string, code: string, message: string) => mistakes.push({ attribute, code, message })
  if (!number) blame('number', '81714', 'Credit card number is required.')
  else if (!/^\d{12,19}$/.test(number)) blame('number', '81716', 'Credit card number must be 12-19 digits.')
  else if (!known && !valid.number(number).isValid) blame('number', '81715', 'Credit card number is invalid.')
  else if (!known) blame('number', '81717', 'Credit card number is not an accepted test number.')
  if (!month && !year) blame('expiration_date', '81709', 'Expiration date is required.')
  else if (!month) blame('expiration_month', '81712', 'Expiration month is invalid.')
  else if (!year) blame('expiration_year', '81713', 'Expiration year is invalid.')
  if (cvv && known && !new RegExp(`^\\d{${cvvLength(known.brand)}}$`).test(cvv))
    blame('cvv', '81707', 'CVV must be 4 digits for American Express and 3 digits for other card types.')
  if (mistakes.length || !known || !month || !year) throw new Refusal(['credit_card'], mistakes)

  return keepNonce(gateway, {
    kind: 'credit_card',
    test_number: number,
    brand: known.brand,
    cardholder_name: text(params, 'cardholder_name') ?? null,
    expiration_month: month,
    expiration_year: year,
    cvv_response_code: cvvResponse(cvv),
    billing: readAddress(group(params, 'billing_address')),
  })
}

/** Reads a month and a year out of `expiration_date` ("12/29", "12/2029") or the two separate fields. */
export function readExpiration(params: Params): { month: string | undefined; year: string | undefined } {
  const [dateMonth, dateYear] = (text(params, 'expiration_date') ?? '').split('/').map(part => part.trim())
  const month = Number(text(params, 'expiration_month') ?? (dateMonth || NaN))
  const typedYear = text(params, 'expiration_year') ?? dateYear ?? ''
  const year = /^\d{2}$/.test(typedYear) ? `20${typedYear}` : typedYear
  return {
    month: Number.isInteger(month) && month >= 1 && month <= 12 ? String(month).padStart(2, '0') : undefined,
    year: /^\d{4}$/.test(year) && Number(year) >= 1975 && Number(year) <= 2200 ? year : undefined,
  }
}
