/** Turns cards into nonces. Card data enters the sandbox only here. */
import valid from 'card-validator'

import type { Gateway } from './gateway.ts'
import { createNonce } from './nonces.ts'
import { fields, group, type Params, text } from './params.ts'
import type { Fields, Nonce } from './records.ts'
import { type ValidationError, Refusal } from './refusal.ts'
import { cvvLength, cvvResponse, testCards } from './test-cards.ts'

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

/** An address in its stored form; null when it is empty. */
export function parseAddress(params: Params): Fields | null {
  const address = fields(params, addressFields)
  return Object.keys(address).length ? address : null
}

/** Creates a nonce from card data in snake_case, or throws a `Refusal` with one error per field under `credit_card`. */
export function tokenizeCard(gateway: Gateway, params: Params): Nonce {
  const number = (text(params, 'number') ?? '').replace(/[\s-]/g, '')
  const testCard = testCards.get(number)
  const cvv = text(params, 'cvv')
  const { month, year } = parseExpiration(params)

  const mistakes: ValidationError[] = []
  const addError = (attribute: string, code: string, message: string) => mistakes.push({ attribute, code, message })
  if (!number) addError('number', '81714', 'Credit card number is required.')
  else if (!/^\d{12,19}$/.test(number)) addError('number', '81716', 'Credit card number must be 12-19 digits.')
  else if (!testCard && !valid.number(number).isValid) addError('number', '81715', 'Credit card number is invalid.')
  else if (!testCard) addError('number', '81717', 'Credit card number is not an accepted test number.')
  if (!month && !year) addError('expiration_date', '81709', 'Expiration date is required.')
  else if (!month) addError('expiration_month', '81712', 'Expiration month is invalid.')
  else if (!year) addError('expiration_year', '81713', 'Expiration year is invalid.')
  if (cvv && testCard && !new RegExp(`^\\d{${cvvLength(testCard.brand)}}$`).test(cvv))
    addError('cvv', '81707', 'CVV must be 4 digits for American Express and 3 digits for other card types.')
  if (mistakes.length || !testCard || !month || !year) throw new Refusal(['credit_card'], mistakes)

  return createNonce(gateway, {
    kind: 'credit_card',
    test_number: number,
    brand: testCard.brand,
    cardholder_name: text(params, 'cardholder_name') ?? null,
    expiration_month: month,
    expiration_year: year,
    cvv_response_code: cvvResponse(cvv),
    billing: parseAddress(group(params, 'billing_address')),
  })
}

/** Parses `expiration_date` ("12/29", "12/2029") or the separate month and year fields. */
export function parseExpiration(params: Params): { month: string | undefined; year: string | undefined } {
  const [dateMonth, dateYear] = (text(params, 'expiration_date') ?? '').split('/').map(part => part.trim())
  const month = Number(text(params, 'expiration_month') ?? (dateMonth || NaN))
  const typedYear = text(params, 'expiration_year') ?? dateYear ?? ''
  const year = /^\d{2}$/.test(typedYear) ? `20${typedYear}` : typedYear
  return {
    month: Number.isInteger(month) && month >= 1 && month <= 12 ? String(month).padStart(2, '0') : undefined,
    year: /^\d{4}$/.test(year) && Number(year) >= 1975 && Number(year) <= 2200 ? year : undefined,
  }
}
