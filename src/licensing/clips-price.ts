/** The total price of several clips under one license, each in a format that it has. */
import { withAvailableFormat, type ChoiceWithFormat } from './choice.ts'
import { priceOf } from './price.ts'
import type { Prices } from './prices.ts'
import type { Tier } from './terms.ts'

export type PricedClip = { tier: Tier; format_ids: readonly number[] }

/** Clips with the same tier and format, and so the same price. */
export type PriceRow = { tier: Tier; format_id: number; count: number; each_cents: number }

export const calculateClipsPrice = (
  clips: readonly PricedClip[],
  choice: ChoiceWithFormat,
  prices: Prices,
): { rows: PriceRow[]; cents: number } => {
  const byPrice = Map.groupBy(
    clips,
    ({ tier, format_ids }) => `${tier} ${withAvailableFormat(choice, format_ids).format_id}`,
  )
  const rows = [...byPrice.values()].flatMap(group => {
    const [clip] = group
    if (!clip) return []
    const { format_id } = withAvailableFormat(choice, clip.format_ids)
    const each_cents = priceOf({ choice, tier: clip.tier, format_id }, prices).cents
    return [{ tier: clip.tier, format_id, count: group.length, each_cents }]
  })
  return { rows, cents: rows.reduce((sum, { count, each_cents }) => sum + count * each_cents, 0) }
}
