/** Calculates the price of a clip under a license, for the server, the browser and the price breakdown. */
import type { LicenseChoice } from './choice.ts'
import type { Prices } from './prices.ts'
import { type Tier, distributionName, formatOf, peopleOf } from './terms.ts'

export type PriceLine = { label: string; cents: number }

export type Price = {
  /** The price before tax: `list_cents` less the discount. Whole dollars. */
  cents: number
  /** Before the nonprofit discount. Whole dollars. */
  list_cents: number
  nonprofit_discount_cents: number
  /** The breakdown without zero lines; they add up to `cents`. */
  lines: PriceLine[]
}

export type PriceInput = { choice: LicenseChoice; tier: Tier; format_id: number }

/**
 * Adds the most expensive distribution in full and a share of each further one, multiplies by the tier, rounds up to the
 * dollar, and adds the format. Throws a RangeError for what the price table does not have.
 */
export const priceOf = ({ choice, tier, format_id }: PriceInput, prices: Prices): Price => {
  const channels = channelLines(choice, prices)
  const channels_cents = channels.reduce((sum, line) => sum + line.cents, 0)
  const tiered_cents = Math.ceil((channels_cents * prices.tier_percent[tier]) / 100)
  const license_cents = roundUpToDollar(tiered_cents)
  const format_cents = requireCents(prices.format_cents[format_id], `format ${format_id}`)
  // Rounded in the buyer's favor, so that every price is a whole dollar.
  const nonprofit_discount_cents =
    choice.org_type === 'nonprofit' ? roundUpToDollar((license_cents * prices.nonprofit_discount_percent) / 100) : 0
  const list_cents = license_cents + format_cents
  const lines = [
    ...channels,
    { label: tier === 'signature' ? 'Signature clip' : 'Premium clip', cents: tiered_cents - channels_cents },
    { label: 'Rounded up to the dollar', cents: license_cents - tiered_cents },
    { label: `${formatOf(format_id).name} file`, cents: format_cents },
    {
      label: `Non-profit discount, ${prices.nonprofit_discount_percent}% off the license`,
      cents: -nonprofit_discount_cents,
    },
  ]
  return {
    cents: list_cents - nonprofit_discount_cents,
    list_cents,
    nonprofit_discount_cents,
    lines: lines.filter(line => line.cents !== 0),
  }
}

/** Returns a line per distribution with what it adds, most expensive first. */
const channelLines = ({ distribution_ids, end_client_size }: LicenseChoice, prices: Prices): PriceLine[] =>
  [...new Set(distribution_ids)]
    .map(id => ({
      id,
      full_cents: requireCents(
        prices.distributions[id]?.[end_client_size - 1],
        `distribution ${id} at size ${end_client_size}`,
      ),
    }))
    .toSorted((a, b) => b.full_cents - a.full_cents || a.id - b.id)
    .map(({ id, full_cents }, index) =>
      index === 0
        ? { label: `${distributionName(id)}, ${peopleOf(end_client_size)}`, cents: full_cents }
        : {
            label: `${distributionName(id)}, added at ${prices.further_distribution_percent}%`,
            cents: (full_cents * prices.further_distribution_percent) / 100,
          },
    )

const roundUpToDollar = (cents: number) => Math.ceil(cents / 100) * 100

const requireCents = (cents: number | undefined, entry: string): number => {
  if (cents === undefined) throw new RangeError(`The price table has no ${entry}.`)
  return cents
}

/** Returns the more valuable of two formats: by price, then by priority. */
export const betterFormat = (a: number, b: number, { format_cents }: Prices): number => {
  const difference = (format_cents[a] ?? 0) - (format_cents[b] ?? 0) || formatOf(b).priority - formatOf(a).priority
  return difference >= 0 ? a : b
}
