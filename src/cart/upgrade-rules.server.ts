/** The rules for cart items that upgrade a license, when they are added and when they change. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { listUpgradableLicenses, type UpgradableLicense } from '#licenses/upgradable-licenses.server.ts'
import { groupId, type ChoiceWithFormat } from '#licensing/choice.ts'
import { toLicenseUse } from '#licensing/license-use.ts'
import { priceOf } from '#licensing/price.ts'
import type { Prices } from '#licensing/prices.ts'
import { upgradeRefusal } from '#licensing/upgrade.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { CartItemRow } from './cart-item.ts'
import type { CartRow } from './carts.server.ts'

export const DUPLICATE_UPGRADE_TEXT =
  'Your cart has the clip under this license already, as the upgrade of another one.'

type RequestedUpgrade = { clip: ClipForSale; choice: ChoiceWithFormat; prices: Prices }

/** Returns why a choice is not wider than the license; null when it is. Ignores whether the license can be upgraded now. */
export const getNotWiderRefusal = (
  license: UpgradableLicense,
  { clip, choice, prices }: RequestedUpgrade,
): string | null => {
  const { cents: price_cents } = priceOf({ choice: choice, tier: clip.tier, format_id: choice.format_id }, prices)
  return upgradeRefusal(license, { use: toLicenseUse(choice), price_cents })
}

/**
 * Returns the id of the order item that a cart item upgrades after its license changed; `duplicate` is an item that had the
 * new license already. Returns null if it upgrades nothing anymore. While the license cannot be upgraded, the item keeps
 * its reference and costs the full price; saving it again unchanged accepts that and drops the reference. Throws 409 for a
 * choice that is not an upgrade.
 */
export const upgradeAfterChange = async (
  trx: Trx,
  cart: CartRow,
  {
    item,
    duplicate,
    clip,
    choice,
  }: { item: CartItemRow; duplicate: CartItemRow | undefined; clip: ClipForSale; choice: ChoiceWithFormat },
  { prices, now }: { prices: Prices; now: Date },
): Promise<number | null> => {
  const [itemUpgradeId, duplicateUpgradeId] = [item.upgrades_item_id, duplicate?.upgrades_item_id ?? null]
  if (itemUpgradeId !== null && duplicateUpgradeId !== null) throw refuse(409, DUPLICATE_UPGRADE_TEXT)
  const item_id = itemUpgradeId ?? duplicateUpgradeId
  if (item_id === null) return null
  const scope = { workspace_id: cart.workspace_id, cart_id: cart.id, now }
  const [license] = await listUpgradableLicenses(trx, { item_ids: [item_id] }, scope)
  if (!license) return null
  const refusal = getNotWiderRefusal(license, { clip, choice, prices })
  if (license.refusal === null) {
    if (refusal) throw refuse(409, refusal)
    return item_id
  }
  const isUnchanged = groupId(item) === groupId(choice) && item.format_id === choice.format_id
  return isUnchanged || refusal ? null : item_id
}
