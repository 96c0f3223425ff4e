/** What must be true of an item that upgrades a license, when it is put in and when it changes. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
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

type Wanted = { clip: ClipForSale; chosen: ChoiceWithFormat; prices: Prices }

/** Why this is no upgrade of a license, whether that can be upgraded now or not; null when it is one. */
export const notWider = (held: UpgradableLicense, { clip, chosen, prices }: Wanted): string | null => {
  const { cents: price_cents } = priceOf({ choice: chosen, tier: clip.tier, format_id: chosen.format_id }, prices)
  return upgradeRefusal(held, { use: useOf(chosen), price_cents })
}

/**
 * What an item upgrades after it got another license, where maybe a `twin` stood already; null: nothing any more. A license that
 * cannot be upgraded now keeps its place, since that may pass: meanwhile the item costs its whole price. Whoever asks for the
 * same once more has accepted that. Throws 409 for a license that is no upgrade.
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
  if (!held) return null
  const refusal = notWider(held, { clip, chosen, prices })
  if (held.refusal === null) {
    if (refusal) throw refuse(409, refusal)
    return item_id
  }
  const isSame = groupId(item) === groupId(chosen) && item.format_id === chosen.format_id
  return isSame || refusal ? null : item_id
}
