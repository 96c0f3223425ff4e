/** The gateway's records. Amounts are integer cents, times are ISO 8601 strings. */
import type { CardBrand } from './test-cards.ts'

export type Fields = Record<string, string>

export type CardData = {
  kind: 'credit_card'
  /** One of the published test numbers; no other number is ever stored. */
  test_number: string
  brand: CardBrand
  cardholder_name: string | null
  expiration_month: string
  expiration_year: string
  cvv_response_code: string
  billing: Fields | null
}

export type BankData = {
  kind: 'us_bank_account'
  /** One of the published test accounts. */
  test_account: string
  routing_number: string
  bank_name: string
  account_type: 'checking' | 'savings'
  ownership_type: 'personal' | 'business'
  account_holder_name: string
  first_name: string | null
  last_name: string | null
  business_name: string | null
  mandate: { text: string; accepted_at: string }
  billing: Fields | null
}

export type PayPalData = {
  kind: 'paypal'
  email: string
  payer_id: string
  first_name: string
  last_name: string
  /** Allows later charges; null for a one-time payment. */
  billing_agreement_id: string | null
  billing: Fields | null
}

/** A payment instrument. */
export type Instrument = CardData | BankData | PayPalData

/** The result of 3D Secure. Only nonces that went through it have one. */
export type ThreeDSecureResult = {
  status: string
  enrolled: 'Y' | 'N' | 'U'
  liability_shifted: boolean
  liability_shift_possible: boolean
  authentication_id: string
  eci_flag: string | null
  cavv: string | null
}

export type Customer = { id: string; fields: Fields; custom_fields: Fields; created_at: string; updated_at: string }

export type VerificationMethod = 'network_check' | 'micro_transfers' | 'independent_check'

export type Verification = {
  id: string
  status: 'verified' | 'pending' | 'processor_declined' | 'gateway_rejected'
  /** Only for bank accounts: the verification method, and the number of wrong micro-deposit attempts. */
  method?: VerificationMethod
  wrong_guesses?: number
  processor_response_code: string
  processor_response_text: string
  gateway_rejection_reason: string | null
  created_at: string
}

/** An instrument in a customer's vault. Its id is the token. */
export type StoredMethod<I extends Instrument = Instrument> = {
  id: string
  customer_id: string
  is_default: boolean
  instrument: I
  verification: Verification | null
  created_at: string
  updated_at: string
}

export type Nonce = {
  id: string
  instrument: Instrument
  /** The token of the stored method that the nonce was created from, if any. */
  token: string | null
  consumed: boolean
  three_d_secure: ThreeDSecureResult | null
  /** The nonce that replaced it after a 3D Secure lookup. */
  verified_as: string | null
  created_at: string
}

export type TransactionStatus =
  | 'authorized'
  | 'submitted_for_settlement'
  | 'settlement_pending'
  | 'settlement_confirmed'
  | 'settlement_declined'
  | 'settled'
  | 'voided'
  | 'processor_declined'
  | 'gateway_rejected'
  | 'failed'

export type Transaction = {
  id: string
  type: 'sale' | 'credit'
  status: TransactionStatus
  amount_cents: number
  order_id: string | null
  customer_id: string | null
  token: string | null
  instrument: Instrument
  three_d_secure: ThreeDSecureResult | null
  billing: Fields | null
  custom_fields: Fields
  purchase_order_number: string | null
  processor_response_code: string
  processor_response_text: string
  processor_authorization_code: string | null
  gateway_rejection_reason: string | null
  /** The processor's response at settlement; null before that. */
  settlement_response: { code: string; text: string } | null
  /** The status it settles with, decided by the amount when the sale is created. */
  settles_as: 'settled' | 'settlement_declined' | 'settlement_pending'
  refunded_transaction_id: string | null
  refund_ids: string[]
  history: { status: TransactionStatus; amount_cents: number; at: string }[]
  created_at: string
  updated_at: string
}

/** A 3D Secure authentication and, once there is one, its result. */
export type Authentication = {
  id: string
  nonce: string
  test_number: string
  amount: string
  /** Whether the card holder must enter a code. */
  is_challenge: boolean
  wrong_codes: number
  result: 'successful' | 'failed' | 'unable' | 'error' | 'canceled' | null
  created_at: string
}

/** A payment or billing agreement for a buyer to approve at PayPal. Its id is the token in the URL. */
export type PayPalRequest = {
  id: string
  payment_id: string | null
  flow: 'checkout' | 'vault'
  amount_cents: number | null
  display_name: string
  description: string | null
  payer: { email: string; payer_id: string; first_name: string; last_name: string } | null
  state: 'open' | 'approved' | 'canceled' | 'used'
  created_at: string
}

export const disputeReasons = [
  'fraud',
  'product_not_received',
  'product_unsatisfactory',
  'duplicate',
  'credit_not_processed',
  'not_recognized',
  'general',
] as const

export type Dispute = {
  id: string
  transaction_id: string
  amount_cents: number
  reason: (typeof disputeReasons)[number]
  status: 'open' | 'disputed' | 'accepted' | 'won' | 'lost'
  evidence: { id: string; comment: string; category: string | null; at: string }[]
  history: { status: Dispute['status']; at: string }[]
  created_at: string
  updated_at: string
}

export const webhookKinds = [
  'check',
  'transaction_settled',
  'transaction_settlement_declined',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'payment_method_revoked_by_customer',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

export type Webhook = {
  id: string
  kind: WebhookKind
  /** The id of its subject: a transaction, dispute or token. */
  about: string
  payload: string
  signature: string
  /** `held` waits for the next webhook to overtake it. `lost` is never sent automatically. */
  state: 'waiting' | 'held' | 'delivered' | 'given_up' | 'lost'
  /** How many more times it must be delivered; 2 for an injected duplicate. */
  deliveries_left: number
  due_at: string
  attempts: { at: string; status: number | null; error: string | null }[]
  created_at: string
}

export type GatewayTables = {
  customers: Customer
  methods: StoredMethod
  nonces: Nonce
  transactions: Transaction
  authentications: Authentication
  paypal_requests: PayPalRequest
  disputes: Dispute
  webhooks: Webhook
}
