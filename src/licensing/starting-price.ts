/** The lowest price at which anyone can license a clip. It depends on its tier and its cheapest format. */
import { tiers, type Tier } from './terms.ts'

/** In cents: a clip starts at the license of its tier plus the cheapest of its formats. */
export type StartingPrices = { license_cents: Record<Tier, number>; format_cents: Record<string, number> }

/** What the starting price of a clip depends on. */
type PricedClip = { tier: Tier; formats: readonly { id: number }[] }

/** Returns cents; undefined for a clip that has no format with a price. */
export const startingPriceOf = (
  clip: PricedClip,
  { license_cents, format_cents }: StartingPrices,
): number | undefined => {
  const prices_cents = clip.formats.flatMap(({ id }) => format_cents[id] ?? [])
  return prices_cents.length === 0 ? undefined : license_cents[clip.tier] + Math.min(...prices_cents)
}

/** Identifies clips that always have the same price: "standard-2-3". */
export const formatPriceGroup = ({ tier, formats: clipFormats }: PricedClip): string =>
  [tier, ...clipFormats.map(({ id }) => id).toSorted((a, b) => a - b)].join('-')

export const parsePriceGroup = (group: string): PricedClip | undefined => {
  const [name, ...ids] = group.split('-')
  const tier = tiers.find(candidate => candidate === name)
  return tier && { tier, formats: ids.map(id => ({ id: Number(id) })) }
}
