/** The lowest price at which anyone can license a clip. It depends on its tier and its cheapest format. */
import type { LicenseChoice } from './choice.ts'
import { priceOf } from './price.ts'
import type { Prices } from './prices.ts'
import { tiers, type Tier, endClientSizes, formats } from './terms.ts'

/** In cents: a clip starts at the license of its tier plus the cheapest of its formats. */
export type StartingPrices = { license_cents: Record<Tier, number>; format_cents: Record<string, number> }

/** What the starting price of a clip depends on. */
type PricedClip = { tier: Tier; formats: readonly { id: number }[] }

/**
 * Returns the starting prices of a price table, without the non-profit discount. Further distributions only add to a price, so
 * one is enough.
 */
export const toStartingPrices = (prices: Prices): StartingPrices => {
  const [anyFormat = 0] = formats.map(({ id }) => id).filter(id => prices.format_cents[id] !== undefined)
  const licensePrice = (tier: Tier, distribution_id: number, end_client_size: number) => {
    const choice: LicenseChoice = { org_type: 'commercial', end_client_size, distribution_ids: [distribution_id] }
    return priceOf({ choice, tier, format_id: anyFormat }, prices).cents
  }
  const lowest = (tier: Tier) =>
    Math.min(
      ...Object.keys(prices.distributions).flatMap(id =>
        endClientSizes.map(size => licensePrice(tier, Number(id), size.id)),
      ),
    ) - (prices.format_cents[anyFormat] ?? 0)
  return {
    license_cents: { standard: lowest('standard'), premium: lowest('premium'), signature: lowest('signature') },
    format_cents: prices.format_cents,
  }
}

/** Returns cents; undefined for a clip that has no format with a price. */
export const startingPriceOf = (
  clip: PricedClip,
  { license_cents, format_cents }: StartingPrices,
): number | undefined => {
  const known = clip.formats.flatMap(({ id }) => format_cents[id] ?? [])
  return known.length === 0 ? undefined : license_cents[clip.tier] + Math.min(...known)
}

/** Identifies clips that always have the same price: "standard-2-3". */
export const formatPriceGroup = ({ tier, formats: clipFormats }: PricedClip): string =>
  [tier, ...clipFormats.map(({ id }) => id).toSorted((a, b) => a - b)].join('-')

export const parsePriceGroup = (group: string): PricedClip | undefined => {
  const [name, ...ids] = group.split('-')
  const tier = tiers.find(candidate => candidate === name)
  return tier && { tier, formats: ids.map(id => ({ id: Number(id) })) }
}
