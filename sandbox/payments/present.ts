/** Customers, what is kept for them, and nonces, in the shapes that the server SDK reads. */
import type { Gateway } from './gateway.ts'
import { binOf, isBank, isCard, isPayPal, last4Of } from './instruments.ts'
import type {
  BankData,
  CardData,
  Customer,
  Fields,
  Instrument,
  Kept,
  Nonce,
  PayPalData,
  ThreeDSecureFacts,
  Verification,
} from './records.ts'
import { threeDSecureCards } from './three-d-secure/test-cards.ts'
import { keptFor } from './vault.ts'
import type { Xml } from './xml.ts'

export type Group = { [key: string]: Xml }

/** What a card number says about itself. The 3D Secure numbers are European, so that their holders must be asked. */
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

export const cardFields = (card: CardData): Group => ({
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

export const bankFields = (bank: BankData): Group => ({
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

const payPalFields = ({ email, payer_id, billing_agreement_id }: PayPalData): Group => ({
  email,
  payer_id,
  billing_agreement_id,
  image_url: '',
})

/** A check of a card or account, as it rides in an answer. */
export const presentVerification = (verification: Verification, instrument: Instrument): Group => {
  const { method, wrong_guesses: _, ...told } = verification
  const shared = { ...told, created_at: new Date(verification.created_at) }
  if (isBank(instrument)) return { ...shared, verification_method: method, us_bank_account: bankFields(instrument) }
  if (!isCard(instrument)) return shared
  return {
    ...shared,
    cvv_response_code: instrument.cvv_response_code,
    avs_error_response_code: null,
    avs_postal_code_response_code: avs(instrument.billing),
    avs_street_address_response_code: 'I',
    credit_card: cardFields(instrument),
  }
}

export const avs = (billing: Fields | null) => (billing?.postal_code ? 'M' : 'I')

const roots = { credit_card: 'credit_card', us_bank_account: 'us_bank_account', paypal: 'paypal_account' }

/** The tag by which the SDK tells what kind of payment method it has before it. */
export const rootOf = ({ kind }: Instrument) => roots[kind]

const fieldsOf = (instrument: Instrument): Group => {
  if (instrument.kind === 'credit_card')
    return {
      ...cardFields(instrument),
      expired: isExpired(instrument),
      unique_number_identifier: Buffer.from(instrument.test_number).toString('base64url'),
    }
  return instrument.kind === 'paypal' ? payPalFields(instrument) : bankFields(instrument)
}

/** Something kept, as a root of its own or among its customer's. */
export const presentKept = (kept: Kept): Group => ({
  ...fieldsOf(kept.instrument),
  token: kept.id,
  global_id: globalId('paymentmethod', kept.id),
  customer_id: kept.customer_id,
  default: kept.is_default,
  billing_address: kept.instrument.billing,
  ...(isBank(kept.instrument) && { verified: kept.verification?.status === 'verified' }),
  verifications: kept.verification ? [presentVerification(kept.verification, kept.instrument)] : [],
  created_at: new Date(kept.created_at),
  updated_at: new Date(kept.updated_at),
})

const isExpired = ({ expiration_year, expiration_month }: CardData) =>
  Date.UTC(Number(expiration_year), Number(expiration_month)) <= Date.now()

export const presentCustomer = (gateway: Gateway, customer: Customer): Group => {
  const kept = keptFor(gateway, customer.id)
  const of = (isOne: (instrument: Instrument) => boolean) =>
    kept.filter(each => isOne(each.instrument)).map(presentKept)
  return {
    id: customer.id,
    global_id: globalId('customer', customer.id),
    merchant_id: gateway.merchant.merchant_id,
    ...Object.fromEntries(customerFields.map(name => [name, customer.fields[name] ?? null])),
    custom_fields: customer.custom_fields,
    addresses: [],
    credit_cards: of(isCard),
    paypal_accounts: of(isPayPal),
    us_bank_accounts: of(isBank),
    created_at: new Date(customer.created_at),
    updated_at: new Date(customer.updated_at),
  }
}

const customerFields = ['first_name', 'last_name', 'company', 'email', 'phone', 'fax', 'website']

export const presentThreeDSecure = (facts: ThreeDSecureFacts | null): Group | null =>
  facts && {
    status: facts.status,
    enrolled: facts.enrolled,
    liability_shifted: facts.liability_shifted,
    liability_shift_possible: facts.liability_shift_possible,
    cavv: facts.cavv,
    eci_flag: facts.eci_flag,
    xid: null,
    ds_transaction_id: facts.authentication_id,
    acs_transaction_id: facts.authentication_id,
    three_d_secure_authentication_id: facts.authentication_id,
    three_d_secure_version: '2.2.0',
  }

export const presentNonce = (gateway: Gateway, nonce: Nonce, insight = false): Group => {
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

/** European cards stand under a rule that asks for strong authentication; those of the United States under none. */
const insightOf = ({ test_number }: CardData) => ({
  regulation_environment: threeDSecureCards.has(test_number) ? 'psd2' : 'unregulated',
  sca_indicator: null,
})

export const nonceTypes = { credit_card: 'CreditCard', us_bank_account: 'UsBankAccount', paypal: 'PayPalAccount' }

export function descriptionOf(instrument: Instrument): string {
  if (instrument.kind === 'paypal') return 'PayPal'
  const bare = last4Of(instrument)
  return isCard(instrument) ? `ending in ${bare.slice(-2)}` : `US bank account ending in - ${bare}`
}

function detailsOf(instrument: Instrument): Group {
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
