/** Several clips under one license at once: each as the file that it has, their prices added up. */
import { fitting, type ChoiceWithFormat } from './choice.ts'
import { priceOf } from './price.ts'
import type { Prices, Tier } from './prices.ts'

export type SoldClip = { tier: Tier; format_ids: readonly number[] }

/** Clips that cost the same for the same reason. */
export type PriceRow = { tier: Tier; format_id: number; count: number; each_cents: number }

export const severalPrice = (
  clips: readonly SoldClip[],
  choice: ChoiceWithFormat,
  prices: Prices,
): { rows: PriceRow[]; cents: number } => {
  const alike = Map.groupBy(clips, ({ tier, format_ids }) => `${tier} ${fitting(choice, format_ids).format_id}`)
  const rows = [...alike.values()].flatMap(some => {
    const [clip] = some
    if (!clip) return []
    const { format_id } = fitting(choice, clip.format_ids)
    const each_cents = priceOf({ choice, tier: clip.tier, format_id }, prices).cents
    return [{ tier: clip.tier, format_id, count: some.length, each_cents }]
  })
  return { rows, cents: rows.reduce((sum, { count, each_cents }) => sum + count * each_cents, 0) }
}
