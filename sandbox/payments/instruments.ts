/** Names and details of payment instruments for lists and receipts. */
import type { BankData, CardData, Instrument, PayPalData } from './records.ts'

export const binOf = (card: CardData) => card.test_number.slice(0, 6)

/** The last four digits of a card or account; null where there are none. */
export function last4Of(instrument: CardData | BankData): string
export function last4Of(instrument: Instrument): string | null
export function last4Of(instrument: Instrument): string | null {
  if (instrument.kind === 'credit_card') return instrument.test_number.slice(-4)
  return instrument.kind === 'us_bank_account' ? instrument.test_account.slice(-4) : null
}

/** "Visa", "Checking account", "PayPal". */
export function nameOf(instrument: Instrument): string {
  if (instrument.kind === 'credit_card') return instrument.brand
  if (instrument.kind === 'paypal') return 'PayPal'
  return instrument.account_type === 'checking' ? 'Checking account' : 'Savings account'
}

/** What identifies it among others of its kind: the last four digits, or the email of a PayPal buyer. */
export const detailOf = (instrument: Instrument): string =>
  instrument.kind === 'paypal' ? instrument.email : last4Of(instrument)

export const isCard = (instrument: Instrument): instrument is CardData => instrument.kind === 'credit_card'
export const isBank = (instrument: Instrument): instrument is BankData => instrument.kind === 'us_bank_account'
export const isPayPal = (instrument: Instrument): instrument is PayPalData => instrument.kind === 'paypal'

/** The instrument in its stored form. A card's security code is never stored. */
export const toStored = <I extends Instrument>(instrument: I): I =>
  instrument.kind === 'credit_card' ? { ...instrument, cvv_response_code: 'I' } : instrument
