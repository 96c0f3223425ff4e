/** A price table while it is being written: every number as the text of its field. */
import { tiers, type Prices } from '#licensing/prices.ts'
import { distributions, formats } from '#licensing/terms.ts'

import { centsOf } from '../parts/amount.ts'

/** By cell: "distributions.3.1", "format_cents.1", "tier_percent.premium". */
export type PricesDraft = Record<string, string>

const dollars = (cents: number) => String(cents / 100)

export const draftOfPrices = (prices: Prices): PricesDraft => ({
  ...Object.fromEntries(
    distributions.flatMap(({ id }) =>
      (prices.distributions[id] ?? []).map((cents, size) => [`distributions.${id}.${size}`, dollars(cents)]),
    ),
  ),
  ...Object.fromEntries(formats.map(({ id }) => [`format_cents.${id}`, dollars(prices.format_cents[id] ?? 0)])),
  ...Object.fromEntries(tiers.map(tier => [`tier_percent.${tier}`, String(prices.tier_percent[tier])])),
  further_distribution_percent: String(prices.further_distribution_percent),
  nonprofit_discount_percent: String(prices.nonprofit_discount_percent),
})

const MAX_CELL = 999_999

/** A whole number of dollars or percent; null for anything else. */
export const numberIn = (text: string | undefined): number | null => {
  const cents = centsOf(text ?? '')
  return cents !== null && cents % 100 === 0 && cents <= MAX_CELL * 100 ? cents / 100 : null
}

/** The table; undefined while some field is not a whole number. */
export const pricesOfDraft = (draft: PricesDraft): Prices | undefined => {
  if (Object.values(draft).some(text => numberIn(text) === null)) return undefined
  const read = (cell: string) => numberIn(draft[cell]) ?? 0
  return {
    distributions: Object.fromEntries(
      distributions.map(({ id }) => [id, [0, 1, 2, 3, 4].map(size => read(`distributions.${id}.${size}`) * 100)]),
    ),
    further_distribution_percent: read('further_distribution_percent'),
    tier_percent: {
      standard: read('tier_percent.standard'),
      premium: read('tier_percent.premium'),
      signature: read('tier_percent.signature'),
    },
    format_cents: Object.fromEntries(formats.map(({ id }) => [id, read(`format_cents.${id}`) * 100])),
    nonprofit_discount_percent: read('nonprofit_discount_percent'),
  }
}
