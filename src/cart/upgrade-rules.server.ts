/** What must be true of an item that upgrades a license, when it is put in and when it changes. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { useOf } from '#licensing/held.ts'
import { priceOf } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { upgradeRefusal } from '#licensing/upgrade.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { CartRow } from './carts.server.ts'
import type { ItemRow } from './pricing.server.ts'
import { upgradable, type UpgradableLicense } from './upgrades.server.ts'

export const other_upgrade = 'Your cart has the clip under this license already, as the upgrade of another one.'

/** Throws 409 with the reason for a license that is no upgrade of this one. */
export const needUpgrade = (held: UpgradableLicense, clip: ClipForSale, chosen: ChoiceWithFormat, prices: Prices) => {
  const { cents: price_cents } = priceOf({ choice: chosen, tier: clip.tier, format_id: chosen.format_id }, prices)
  const refusal = held.refusal ?? upgradeRefusal(held, { use: useOf(chosen), price_cents })
  if (refusal) throw refuse(409, refusal)
}

/**
 * What an item upgrades after it got another license, where maybe a `twin` stood already; null: nothing, or nothing that can be
 * upgraded any more. Throws 409 for a license that is no upgrade.
 */
export const upgradeAfterChange = async (
  trx: Trx,
  cart: CartRow,
  {
    item,
    twin,
    clip,
    chosen,
  }: { item: ItemRow; twin: ItemRow | undefined; clip: ClipForSale; chosen: ChoiceWithFormat },
  { prices, now }: { prices: Prices; now: Date },
): Promise<number | null> => {
  const [own, its] = [item.upgrades_item_id, twin?.upgrades_item_id ?? null]
  if (own !== null && its !== null) throw refuse(409, other_upgrade)
  const item_id = own ?? its
  if (item_id === null) return null
  const asking = { workspace_id: cart.workspace_id, cart_id: cart.id, now }
  const [held] = await upgradable(trx, { item_ids: [item_id] }, asking)
  if (!held || held.refusal !== null) return null
  needUpgrade(held, clip, chosen, prices)
  return item_id
}
