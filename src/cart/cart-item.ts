/** An item of a cart, as its table has it. */
import type { LicenseChoice } from '#licensing/choice.ts'

export type CartItemRow = LicenseChoice & {
  id: number
  clip_id: number
  format_id: number
  seen_price_cents: number
  /** The price that the sales team agreed on; null: the list price. */
  agreed_price_cents: number | null
  /** The preferred rate it was added under. Its license is the rate's as it was that day. */
  rate_id: number | null
  /** The order line whose license this item replaces. */
  upgrades_item_id: number | null
  is_for_sale: boolean
}
