/** The licenses that a cart's items upgrade. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { listUpgradableLicenses, type UpgradableLicense } from '#licenses/upgradable-licenses.server.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { toLicenseUse } from '#licensing/license-use.ts'
import { upgradeRefusal } from '#licensing/upgrade.ts'
import type { Db } from '#platform/db/database.server.ts'

/** The license that a cart item upgrades, as its line shows it. */
export type LineUpgrade = Pick<
  UpgradableLicense,
  'license_id' | 'item_id' | 'order_id' | 'order' | 'sentence' | 'credit_cents'
>

type UpgradeItemRef = { upgrades_item_id: number | null }
type UpgradeLineInput = {
  clip: ClipForSale
  choice: Omit<ChoiceWithFormat, 'format_id'>
  format: { id: number }
  price: { cents: number }
}

/** What an item upgrades, or why it no longer can. */
export type ItemUpgrade = { upgrade: LineUpgrade | null; refusal: string | null }

/** Returns a lookup for the cart's items. Runs no query for a cart without upgrades. */
export const loadCartUpgrades = async (
  db: Db,
  cart: { id: number; workspace_id: number | null },
  items: readonly UpgradeItemRef[],
  now: Date,
): Promise<(item: UpgradeItemRef, line: UpgradeLineInput) => ItemUpgrade> => {
  const item_ids = items.flatMap(({ upgrades_item_id }) => upgrades_item_id ?? [])
  const licenses = await listUpgradableLicenses(
    db,
    { item_ids },
    { workspace_id: cart.workspace_id, cart_id: cart.id, now },
  )
  return ({ upgrades_item_id }, { choice, format, price }) => {
    if (upgrades_item_id === null) return { upgrade: null, refusal: null }
    const license = licenses.find(({ item_id }) => item_id === upgrades_item_id)
    if (!license) return { upgrade: null, refusal: 'The license to upgrade does not belong to this workspace.' }
    const upgrade = { use: toLicenseUse({ ...choice, format_id: format.id }), price_cents: price.cents }
    const refusal = license.refusal ?? upgradeRefusal(license, upgrade)
    return { upgrade: refusal === null ? license : null, refusal }
  }
}
