/** Makes the postings of the journal from what happened. All amounts are integer cents; debits are positive, credits negative. */
import { addDays } from '#platform/day.ts'

export const journalAccounts = {
  receivables: 'Receivables',
  gateway: 'Payment gateway',
  bank: 'Bank',
  sales: 'Sales',
  card_fees: 'Card fees charged',
  tax: 'Tax',
  filmmaker_shares: 'Filmmakers’ shares',
  filmmakers_payable: 'Owed to filmmakers',
} as const
export type JournalAccount = keyof typeof journalAccounts

export type JournalEntry = { account: JournalAccount; place: string | null; cents: number }

/** The amounts of an invoice, a receipt or a credit note. The rest of the total is sales. */
type DocumentAmounts = { total_cents: number; fee_cents: number; tax_cents: number; place: string }

/** Something that happened once and has to be in the books. */
export type JournalFact =
  | ({ kind: 'invoice' | 'credit_note' } & DocumentAmounts)
  /** `cents` of a refund is what went back to the buyer. */
  | { kind: 'payment' | 'refund'; cents: number; through: 'gateway' | 'bank' }
  /** `cents`: what is owed to filmmakers from now on; negative when an order was refunded. */
  | { kind: 'share'; cents: number }
  | { kind: 'payout'; cents: number }

const entry = (account: JournalAccount, cents: number, place: string | null = null): JournalEntry => ({
  account,
  place,
  // -0 is no amount.
  cents: cents || 0,
})

const transfer = (debit: JournalAccount, credit: JournalAccount, cents: number) => [
  entry(debit, cents),
  entry(credit, -cents),
]

const listEntries = (fact: JournalFact): JournalEntry[] => {
  switch (fact.kind) {
    case 'invoice':
    case 'credit_note': {
      const { total_cents, fee_cents, tax_cents, place } = fact
      const sign = fact.kind === 'invoice' ? 1 : -1
      return [
        entry('receivables', sign * total_cents),
        entry('sales', -sign * (total_cents - fee_cents - tax_cents)),
        entry('card_fees', -sign * fee_cents),
        entry('tax', -sign * tax_cents, place),
      ]
    }
    case 'payment':
      return transfer(fact.through, 'receivables', fact.cents)
    case 'refund':
      return transfer('receivables', fact.through, fact.cents)
    case 'share':
      return transfer('filmmaker_shares', 'filmmakers_payable', fact.cents)
    case 'payout':
      return transfer('filmmakers_payable', 'bank', fact.cents)
  }
}

/** Returns the entries of a fact, which sum to zero; none for a fact without an amount. */
export const toEntries = (fact: JournalFact): JournalEntry[] => listEntries(fact).filter(({ cents }) => cents !== 0)

/** Returns the day in the books: its own, or the first after the locked period. */
export const toBookDay = (happened_on: string, locked_until: string | null): string =>
  locked_until !== null && happened_on <= locked_until ? addDays(locked_until, 1) : happened_on
