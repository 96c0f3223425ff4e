/** A price table in the editor: every number is the text of its field. */

import { parseCents } from '#ui/admin/amount.ts'

import type { Prices } from '../prices.ts'
import { tiers, distributions, formats } from '../terms.ts'

/** Field texts by cell, such as "distributions.3.1", "format_cents.1" or "tier_percent.premium". */
export type PricesDraft = Record<string, string>

const toDollars = (cents: number) => String(cents / 100)

export const toPricesDraft = (prices: Prices): PricesDraft => ({
  ...Object.fromEntries(
    distributions.flatMap(({ id }) =>
      (prices.distributions[id] ?? []).map((cents, size) => [`distributions.${id}.${size}`, toDollars(cents)]),
    ),
  ),
  ...Object.fromEntries(formats.map(({ id }) => [`format_cents.${id}`, toDollars(prices.format_cents[id] ?? 0)])),
  ...Object.fromEntries(tiers.map(tier => [`tier_percent.${tier}`, String(prices.tier_percent[tier])])),
  further_distribution_percent: String(prices.further_distribution_percent),
  nonprofit_discount_percent: String(prices.nonprofit_discount_percent),
})

const MAX_CELL = 999_999

/** Parses a whole number of dollars or percent; null for anything else. */
export const parseWholeNumber = (text: string | undefined): number | null => {
  const cents = parseCents(text ?? '')
  return cents !== null && cents % 100 === 0 && cents <= MAX_CELL * 100 ? cents / 100 : null
}

/** The price table; undefined while a field is not a whole number. */
export const parsePricesDraft = (draft: PricesDraft): Prices | undefined => {
  if (Object.values(draft).some(text => parseWholeNumber(text) === null)) return undefined
  const parseCell = (cell: string) => parseWholeNumber(draft[cell]) ?? 0
  return {
    distributions: Object.fromEntries(
      distributions.map(({ id }) => [id, [0, 1, 2, 3, 4].map(size => parseCell(`distributions.${id}.${size}`) * 100)]),
    ),
    further_distribution_percent: parseCell('further_distribution_percent'),
    tier_percent: {
      standard: parseCell('tier_percent.standard'),
      premium: parseCell('tier_percent.premium'),
      signature: parseCell('tier_percent.signature'),
    },
    format_cents: Object.fromEntries(formats.map(({ id }) => [id, parseCell(`format_cents.${id}`) * 100])),
    nonprofit_discount_percent: parseCell('nonprofit_discount_percent'),
  }
}
