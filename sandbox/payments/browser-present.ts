/** Nonces in the shapes that the browser SDK reads: camelCase, with details that depend on the kind. */
import { binOf, last4Of } from './instruments.ts'
import { asParams, type Params } from './params.ts'
import { binDataOf, descriptionOf, nonceTypes, presentThreeDSecure } from './present.ts'
import type { Instrument, Nonce } from './records.ts'

export const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export const camelKeys = (object: object) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [toCamelCase(key), value as unknown]))

export const snakeKeys = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      toSnakeCase(name),
      typeof value === 'object' && value !== null ? snakeKeys(asParams(value)) : value,
    ]),
  )

export const presentToken = ({ id, instrument, consumed, three_d_secure }: Nonce) => ({
  type: nonceTypes[instrument.kind],
  nonce: id,
  consumed,
  description: descriptionOf(instrument),
  details: detailsOf(instrument),
  ...(instrument.kind === 'credit_card' && {
    threeDSecureInfo: three_d_secure && camelKeys(presentThreeDSecure(three_d_secure) ?? {}),
    binData: camelKeys(binDataOf(instrument)),
  }),
})

function detailsOf(instrument: Instrument): object {
  if (instrument.kind === 'us_bank_account')
    return { lastFour: last4Of(instrument), accountType: instrument.account_type, bankName: instrument.bank_name }
  if (instrument.kind === 'paypal') {
    const { email, payer_id, first_name, last_name, billing } = instrument
    const payerInfo = { email, payerId: payer_id, firstName: first_name, lastName: last_name, countryCode: 'US' }
    return { email, correlationId: null, payerInfo: { ...payerInfo, billingAddress: billing && camelKeys(billing) } }
  }
  return {
    bin: binOf(instrument),
    lastTwo: last4Of(instrument).slice(-2),
    lastFour: last4Of(instrument),
    cardType: instrument.brand,
    cardholderName: instrument.cardholder_name,
    expirationMonth: instrument.expiration_month,
    expirationYear: instrument.expiration_year,
  }
}
