/** What is paid with, as the gateway's records describe it: a card, a bank account, a PayPal account. */
import { methodName } from './method-name.ts'

export type PaymentType = 'card' | 'ach' | 'paypal'

/** The last month in which a card is good. */
export type Expiry = { month: number; year: number }

/** Of something in the gateway's vault, what may be shown. */
export type ShownMethod = {
  type: PaymentType
  /** "Visa" */
  card_brand: string | null
  last_4: string | null
  paypal_email: string | null
  expires: Expiry | null
}
export type SavedMethod = ShownMethod & { token: string }

/** A card, as far as it is read. */
export type CardFacts = {
  cardType?: string
  last4?: string
  token?: string | null
  expirationMonth?: string
  expirationYear?: string
}
type BankFacts = { last4?: string; token?: string | null; accountType?: string; verified?: boolean }
type PayPalFacts = { token?: string | null; payerEmail?: string; email?: string }

/** What a transaction says that it was paid with. */
export type InstrumentFacts = {
  creditCard?: CardFacts
  usBankAccount?: BankFacts
  paypalAccount?: PayPalFacts
}

const nothing = { card_brand: null, last_4: null, paypal_email: null, expires: null }

export const shownCard = ({ cardType = 'Card', last4 = '', expirationMonth, expirationYear }: CardFacts) => ({
  ...nothing,
  type: 'card' as const,
  card_brand: cardType,
  last_4: last4,
  expires: expirationMonth && expirationYear ? { month: Number(expirationMonth), year: Number(expirationYear) } : null,
})
const shownBank = ({ last4 }: BankFacts) => ({ ...nothing, type: 'ach' as const, last_4: last4 ?? null })
const shownPayPal = ({ payerEmail, email }: PayPalFacts) => ({
  ...nothing,
  type: 'paypal' as const,
  paypal_email: payerEmail ?? email ?? null,
})

/** A payment method in the vault: which of the three it is, its own fields say. */
export const shownMethod = (facts: CardFacts & BankFacts & PayPalFacts): ShownMethod => {
  if (facts.cardType !== undefined) return shownCard(facts)
  return facts.email === undefined ? shownBank(facts) : shownPayPal(facts)
}

/** What a transaction was paid with, and its name: "Visa ending in 1111". `method` is null for what is not in the vault. */
export const shownIn = ({
  creditCard,
  usBankAccount,
  paypalAccount,
}: InstrumentFacts): { payment_method: string; method: SavedMethod | null } => {
  // Transactions have empty fields for what they were not paid with.
  const [shown, token] = usBankAccount?.last4
    ? [shownBank(usBankAccount), usBankAccount.token]
    : paypalAccount?.payerEmail
      ? [shownPayPal(paypalAccount), paypalAccount.token]
      : [shownCard(creditCard ?? {}), creditCard?.token]
  return { payment_method: methodName(shown), method: token ? { ...shown, token } : null }
}
