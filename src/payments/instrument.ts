/** Payment instruments as in the gateway’s records: a card, a bank account, a PayPal account. */
import { methodName } from './method-name.ts'

export type PaymentType = 'card' | 'ach' | 'paypal'

/** The last month in which a card is valid. */
export type Expiry = { month: number; year: number }

/** The displayable details of a method in the gateway’s vault. */
export type MethodSummary = {
  type: PaymentType
  /** "Visa" */
  card_brand: string | null
  last_4: string | null
  paypal_email: string | null
  expires: Expiry | null
}
export type SavedMethod = MethodSummary & { token: string }

/** The fields of a card that are read. */
export type CardRecord = {
  cardType?: string
  last4?: string
  token?: string | null
  expirationMonth?: string
  expirationYear?: string
  /** Of three letters, or "Unknown". */
  countryOfIssuance?: string
}
type BankRecord = { last4?: string; token?: string | null; accountType?: string; verified?: boolean }
type PayPalRecord = { token?: string | null; payerEmail?: string; email?: string }

/** The instrument fields of a transaction. */
export type InstrumentRecord = {
  creditCard?: CardRecord
  usBankAccount?: BankRecord
  paypalAccount?: PayPalRecord
}

const EMPTY_SUMMARY = { card_brand: null, last_4: null, paypal_email: null, expires: null }

export const toCardSummary = ({ cardType = 'Card', last4 = '', expirationMonth, expirationYear }: CardRecord) => ({
  ...EMPTY_SUMMARY,
  type: 'card' as const,
  card_brand: cardType,
  last_4: last4,
  expires: expirationMonth && expirationYear ? { month: Number(expirationMonth), year: Number(expirationYear) } : null,
})
const toBankSummary = ({ last4 }: BankRecord) => ({ ...EMPTY_SUMMARY, type: 'ach' as const, last_4: last4 ?? null })
const toPayPalSummary = ({ payerEmail, email }: PayPalRecord) => ({
  ...EMPTY_SUMMARY,
  type: 'paypal' as const,
  paypal_email: payerEmail ?? email ?? null,
})

/** Summarizes a payment method in the vault. Its fields tell its type. */
export const toMethodSummary = (record: CardRecord & BankRecord & PayPalRecord): MethodSummary => {
  if (record.cardType !== undefined) return toCardSummary(record)
  return record.email === undefined ? toBankSummary(record) : toPayPalSummary(record)
}

/**
 * Returns what a transaction was paid with, and its name: "Visa ending in 1111". `method` is null when it is not in
 * the vault.
 */
export const readInstrument = ({
  creditCard,
  usBankAccount,
  paypalAccount,
}: InstrumentRecord): { payment_method: string; method: SavedMethod | null } => {
  // Transactions have empty fields for the other instruments.
  const [summary, token] = usBankAccount?.last4
    ? [toBankSummary(usBankAccount), usBankAccount.token]
    : paypalAccount?.payerEmail
      ? [toPayPalSummary(paypalAccount), paypalAccount.token]
      : [toCardSummary(creditCard ?? {}), creditCard?.token]
  return { payment_method: methodName(summary), method: token ? { ...summary, token } : null }
}
