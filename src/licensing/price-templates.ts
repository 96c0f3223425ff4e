/** Price tables to start from. The second one is what a new database has. */
import type { Prices } from './prices.ts'

type PriceTemplate = { key: string; name: string; text: string; prices: Prices }

/** Prices per end-client size, in dollars. */
const inCents = (table: Record<string, readonly number[]>): Prices['distributions'] =>
  Object.fromEntries(Object.entries(table).map(([id, dollars]) => [id, dollars.map(amount => amount * 100)]))

const standardDistributions = {
  1: [79, 99, 149, 249, 399],
  2: [99, 129, 199, 349, 549],
  3: [149, 199, 299, 499, 799],
  5: [249, 349, 549, 899, 1_499],
  6: [299, 399, 699, 1_199, 1_999],
  7: [399, 599, 999, 1_799, 2_999],
  8: [299, 399, 699, 1_199, 1_999],
  9: [249, 349, 549, 899, 1_499],
}

/** Ends in 9, like the prices that it comes from. */
const scale = (factor: number) =>
  Object.fromEntries(
    Object.entries(standardDistributions).map(([id, dollars]) => [
      id,
      dollars.map(amount => Math.round((amount * factor) / 10) * 10 - 1),
    ]),
  )

export const priceTemplates: readonly PriceTemplate[] = [
  {
    key: 'volume',
    name: 'Volume',
    text: 'Low prices for a large library: a web clip costs a small company $79.',
    prices: {
      distributions: inCents(scale(0.4)),
      further_distribution_percent: 40,
      tier_percent: { standard: 100, premium: 150, signature: 250 },
      format_cents: { 1: 9_900, 2: 4_900, 3: 0, 4: 4_900 },
      nonprofit_discount_percent: 25,
    },
  },
  {
    key: 'standard',
    name: 'Standard',
    text: 'The middle of the market: a web clip costs a small company $199.',
    prices: {
      distributions: inCents(standardDistributions),
      further_distribution_percent: 50,
      tier_percent: { standard: 100, premium: 150, signature: 200 },
      format_cents: { 1: 19_900, 2: 9_900, 3: 0, 4: 9_900 },
      nonprofit_discount_percent: 25,
    },
  },
  {
    key: 'boutique',
    name: 'Boutique',
    text: 'Few, rare shots: a web clip costs a small company $499.',
    prices: {
      distributions: inCents(scale(2.5)),
      further_distribution_percent: 60,
      tier_percent: { standard: 100, premium: 175, signature: 300 },
      format_cents: { 1: 39_900, 2: 19_900, 3: 0, 4: 19_900 },
      nonprofit_discount_percent: 20,
    },
  },
]
