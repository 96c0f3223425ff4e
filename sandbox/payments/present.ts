/** Customers, payment methods and nonces in the shapes that the server SDK reads. */
import type { Gateway } from './gateway.ts'
import { binOf, isBank, isCard, isPayPal, last4Of } from './instruments.ts'
import type {
  BankData,
  CardData,
  Customer,
  Fields,
  Instrument,
  StoredMethod,
  Nonce,
  PayPalData,
  ThreeDSecureResult,
  Verification,
} from './records.ts'
import { threeDSecureCards } from './three-d-secure/test-cards.ts'
import { listStoredMethods } from './vault.ts'
import type { Xml } from './xml.ts'

export type XmlGroup = { [key: string]: Xml }

/** The data of a card number's BIN. The 3D Secure numbers are European, so strong authentication applies to them. */
export const binDataOf = ({ test_number }: CardData) => ({
  commercial: 'Unknown',
  country_of_issuance: threeDSecureCards.has(test_number) ? 'NLD' : 'USA',
  debit: 'Unknown',
  durbin_regulated: 'Unknown',
  healthcare: 'Unknown',
  issuing_bank: 'NETWORK ONLY',
  payroll: 'Unknown',
  prepaid: 'Unknown',
  product_id: 'Unknown',
})

export const cardFields = (card: CardData): XmlGroup => ({
  ...binDataOf(card),
  bin: binOf(card),
  last_4: last4Of(card),
  card_type: card.brand,
  cardholder_name: card.cardholder_name,
  expiration_month: card.expiration_month,
  expiration_year: card.expiration_year,
  customer_location: 'US',
  image_url: '',
})

export const bankFields = (bank: BankData): XmlGroup => ({
  routing_number: bank.routing_number,
  last_4: last4Of(bank),
  account_type: bank.account_type,
  account_holder_name: bank.account_holder_name,
  bank_name: bank.bank_name,
  ownership_type: bank.ownership_type,
  first_name: bank.first_name,
  last_name: bank.last_name,
  business_name: bank.business_name,
  ach_mandate: { text: bank.mandate.text, accepted_at: new Date(bank.mandate.accepted_at) },
  image_url: '',
})

const payPalFields = ({ email, payer_id, billing_agreement_id }: PayPalData): XmlGroup => ({
  email,
  payer_id,
  billing_agreement_id,
  image_url: '',
})

/** A verification of a card or bank account. */
export const presentVerification = (verification: Verification, instrument: Instrument): XmlGroup => {
  const { method, wrong_guesses: _, ...fields } = verification
  const shared = { ...fields, created_at: new Date(verification.created_at) }
  if (isBank(instrument)) return { ...shared, verification_method: method, us_bank_account: bankFields(instrument) }
  if (!isCard(instrument)) return shared
  return {
    ...shared,
    cvv_response_code: instrument.cvv_response_code,
    avs_error_response_code: null,
    avs_postal_code_response_code: avsCode(instrument.billing),
    avs_street_address_response_code: 'I',
    credit_card: cardFields(instrument),
  }
}

export const avsCode = (billing: Fields | null) => (billing?.postal_code ? 'M' : 'I')

const rootTags = { credit_card: 'credit_card', us_bank_account: 'us_bank_account', paypal: 'paypal_account' }

/** The root tag by which the SDK recognizes the kind of a payment method. */
export const rootTagOf = ({ kind }: Instrument) => rootTags[kind]

const fieldsOf = (instrument: Instrument): XmlGroup => {
  if (instrument.kind === 'credit_card')
    return {
      ...cardFields(instrument),
      expired: isExpired(instrument),
      unique_number_identifier: Buffer.from(instrument.test_number).toString('base64url'),
    }
  return instrument.kind === 'paypal' ? payPalFields(instrument) : bankFields(instrument)
}

/** A stored payment method, as a document or as part of its customer. */
export const presentStoredMethod = (method: StoredMethod): XmlGroup => ({
  ...fieldsOf(method.instrument),
  token: method.id,
  global_id: globalId('paymentmethod', method.id),
  customer_id: method.customer_id,
  default: method.is_default,
  billing_address: method.instrument.billing,
  ...(isBank(method.instrument) && { verified: method.verification?.status === 'verified' }),
  verifications: method.verification ? [presentVerification(method.verification, method.instrument)] : [],
  created_at: new Date(method.created_at),
  updated_at: new Date(method.updated_at),
})

const isExpired = ({ expiration_year, expiration_month }: CardData) =>
  Date.UTC(Number(expiration_year), Number(expiration_month)) <= Date.now()

export const presentCustomer = (gateway: Gateway, customer: Customer): XmlGroup => {
  const methods = listStoredMethods(gateway, customer.id)
  const presentKind = (isKind: (instrument: Instrument) => boolean) =>
    methods.filter(method => isKind(method.instrument)).map(presentStoredMethod)
  return {
    id: customer.id,
    global_id: globalId('customer', customer.id),
    merchant_id: gateway.merchant.merchant_id,
    ...Object.fromEntries(customerFields.map(name => [name, customer.fields[name] ?? null])),
    custom_fields: customer.custom_fields,
    addresses: [],
    credit_cards: presentKind(isCard),
    paypal_accounts: presentKind(isPayPal),
    us_bank_accounts: presentKind(isBank),
    created_at: new Date(customer.created_at),
    updated_at: new Date(customer.updated_at),
  }
}

const customerFields = ['first_name', 'last_name', 'company', 'email', 'phone', 'fax', 'website']

export const presentThreeDSecure = (result: ThreeDSecureResult | null): XmlGroup | null =>
  result && {
    status: result.status,
    enrolled: result.enrolled,
    liability_shifted: result.liability_shifted,
    liability_shift_possible: result.liability_shift_possible,
    cavv: result.cavv,
    eci_flag: result.eci_flag,
    xid: null,
    ds_transaction_id: result.authentication_id,
    acs_transaction_id: result.authentication_id,
    three_d_secure_authentication_id: result.authentication_id,
    three_d_secure_version: '2.2.0',
  }

export const presentNonce = (gateway: Gateway, nonce: Nonce, insight = false): XmlGroup => {
  const { instrument } = nonce
  const shared = {
    nonce: nonce.id,
    type: nonceTypes[instrument.kind],
    consumed: nonce.consumed,
    default: Boolean(nonce.token && gateway.store.methods.get(nonce.token)?.is_default),
    description: descriptionOf(instrument),
    details: detailsOf(instrument),
    three_d_secure_info: presentThreeDSecure(nonce.three_d_secure),
  }
  if (!isCard(instrument)) return shared
  return {
    ...shared,
    bin_data: binDataOf(instrument),
    authentication_insight: insight ? insightOf(instrument) : undefined,
  }
}

/** European cards are subject to PSD2 and its strong authentication; US cards are unregulated. */
const insightOf = ({ test_number }: CardData) => ({
  regulation_environment: threeDSecureCards.has(test_number) ? 'psd2' : 'unregulated',
  sca_indicator: null,
})

export const nonceTypes = { credit_card: 'CreditCard', us_bank_account: 'UsBankAccount', paypal: 'PayPalAccount' }

export function descriptionOf(instrument: Instrument): string {
  if (instrument.kind === 'paypal') return 'PayPal'
  const last4 = last4Of(instrument)
  return isCard(instrument) ? `ending in ${last4.slice(-2)}` : `US bank account ending in - ${last4}`
}

function detailsOf(instrument: Instrument): XmlGroup {
  if (instrument.kind === 'us_bank_account')
    return { last_four: last4Of(instrument), account_type: instrument.account_type }
  if (instrument.kind === 'paypal') {
    const { email, payer_id, first_name, last_name } = instrument
    return { email, payer_info: { email, payer_id, first_name, last_name, country_code: 'US' } }
  }
  return {
    bin: binOf(instrument),
    last_two: last4Of(instrument).slice(-2),
    last_four: last4Of(instrument),
    card_type: instrument.brand,
    cardholder_name: instrument.cardholder_name,
    expiration_month: instrument.expiration_month,
    expiration_year: instrument.expiration_year,
  }
}

export const globalId = (kind: string, id: string) => Buffer.from(`${kind}_${id}`).toString('base64url')
