/** The nonces that the SDK publishes for server-side tests. They can be used repeatedly. */
import { bankOf } from './bank/test-accounts.ts'
import type { Instrument, ThreeDSecureResult } from './records.ts'
import { testCards } from './test-cards.ts'
import { toThreeDSecureResult } from './three-d-secure/result.ts'

const cards: ReadonlyMap<string, string> = new Map([
  ['fake-valid-nonce', '4111111111111111'],
  ['fake-valid-visa-nonce', '4012888888881881'],
  ['fake-valid-mastercard-nonce', '5555555555554444'],
  ['fake-valid-amex-nonce', '378282246310005'],
  ['fake-valid-discover-nonce', '6011000991300009'],
  ['fake-valid-jcb-nonce', '3530111333300000'],
  ['fake-processor-declined-visa-nonce', '4000111111111115'],
  ['fake-processor-declined-mastercard-nonce', '5105105105105100'],
  ['fake-processor-declined-amex-nonce', '378734493671000'],
  ['fake-processor-declined-discover-nonce', '6011000990139424'],
  ['fake-gateway-rejected-fraud-nonce', '4000111111111511'],
  ['fake-three-d-secure-visa-full-authentication-nonce', '4000000000002701'],
])

const buyer = {
  kind: 'paypal',
  email: 'jane.doe@paypal.example',
  payer_id: 'TESTPAYERJANE',
  first_name: 'Jane',
  last_name: 'Doe',
  billing: null,
} as const

const otherInstruments: ReadonlyMap<string, Instrument> = new Map<string, Instrument>([
  ['fake-paypal-billing-agreement-nonce', { ...buyer, billing_agreement_id: 'B-TESTAGREEMENT' }],
  ['fake-paypal-one-time-nonce', { ...buyer, billing_agreement_id: null }],
  [
    'fake-us-bank-account-nonce',
    {
      kind: 'us_bank_account',
      test_account: '1000000000',
      routing_number: '021000021',
      bank_name: bankOf('021000021'),
      account_type: 'checking',
      ownership_type: 'personal',
      account_holder_name: 'Jane Doe',
      first_name: 'Jane',
      last_name: 'Doe',
      business_name: null,
      mandate: { text: 'I agree that this account is debited.', accepted_at: '2026-01-01T00:00:00.000Z' },
      billing: null,
    },
  ],
])

export const isTestNonce = (id: string) => cards.has(id) || otherInstruments.has(id)

type TestNonce = { instrument: Instrument; three_d_secure: ThreeDSecureResult | null }

/** The instrument and the 3D Secure result of a published nonce. */
export function testNonce(id: string): TestNonce | undefined {
  const instrument = otherInstruments.get(id)
  if (instrument) return { instrument, three_d_secure: null }
  const test_number = cards.get(id)
  const testCard = test_number && testCards.get(test_number)
  if (!testCard) return undefined
  return {
    instrument: {
      kind: 'credit_card',
      test_number,
      brand: testCard.brand,
      cardholder_name: null,
      expiration_month: '12',
      expiration_year: String(new Date().getUTCFullYear() + 1),
      cvv_response_code: 'M',
      billing: null,
    },
    three_d_secure: id.startsWith('fake-three-d-secure')
      ? toThreeDSecureResult('authenticate_successful', 'published')
      : null,
  }
}
