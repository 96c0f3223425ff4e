/** Adds license upgrades to a cart. */
import { loadClipsForSale, type ClipForSale } from '#catalog/clips.server.ts'
import { listActorUses } from '#licenses/licensed-uses.server.ts'
import { listUpgradableLicenses, type UpgradableLicense } from '#licenses/upgradable-licenses.server.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { isWidest, NO_WIDER_LICENSE_TEXT } from '#licensing/upgrade.ts'
import type { Actor, Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'
import { canDownload } from '#workspaces/policy.ts'

import { openCart, type CartRow } from './carts.server.ts'
import { MAX_CART_ITEMS } from './contract.ts'
import { hasLicense, assertForSale, assertUsesOpen, toItemTerms } from './items.server.ts'
import type { ExistingLicenseWithUpgrade } from './licensed-contract.ts'
import { listItems } from './pricing.server.ts'
import { getNotWiderRefusal, DUPLICATE_UPGRADE_TEXT } from './upgrade-rules.server.ts'
import type { Upgradable } from './upgrades-contract.ts'

/**
 * Returns a license of the workspace with what it takes to upgrade it. Throws 403 for roles without licenses, 404 for a
 * license of another workspace.
 */
export const getUpgradableLicense = async (
  db: Db,
  actor: Member,
  license_id: number,
  now: Date,
): Promise<Upgradable> => {
  const license = await loadLicense(db, actor, license_id, { cart_id: null, now })
  const clip = (await loadClipsForSale(db, [license.clip_id])).get(license.clip_id)
  const { prices } = await getCurrentPrices(db, now)
  return {
    ...license.use,
    license_id,
    clip_id: license.clip_id,
    order: license.order,
    sentence: license.sentence,
    distribution_ids: license.choice.distribution_ids,
    credit: toMoney(license.credit_cents),
    refusal: getUpgradeRefusal(license, clip, prices),
    clip: {
      name: clip?.name ?? '',
      tier: clip?.tier ?? 'standard',
      format_ids: clip?.formats.map(idOf) ?? [],
      releases: clip?.releases ?? [],
    },
  }
}

const idOf = ({ id }: { id: number }) => id

/** Returns why the license cannot be upgraded to anything now; null when it can. */
const getUpgradeRefusal = (
  license: UpgradableLicense,
  clip: ClipForSale | undefined,
  prices: Prices,
): string | null => {
  if (license.refusal !== null) return license.refusal
  if (clip?.status !== 'published' || clip.formats.length === 0)
    return 'This clip is no longer offered, so its license cannot be upgraded. You keep it.'
  return isWidest(license, { tier: clip.tier, format_ids: clip.formats.map(idOf) }, prices)
    ? NO_WIDER_LICENSE_TEXT
    : null
}

/** Returns the active licenses of the caller's workspace for clips, and which can be upgraded; empty for guests. */
export const listExistingLicenses = async (
  db: Db,
  actor: Actor,
  clip_ids: readonly number[],
  now: Date,
): Promise<ExistingLicenseWithUpgrade[]> => {
  const uses = await listActorUses(db, actor, clip_ids, now)
  if (uses.length === 0) return []
  const { workspace_id } = actor
  const license_ids = uses.map(({ license_id }) => license_id)
  const [licenses, clips, { prices }] = await Promise.all([
    listUpgradableLicenses(db, { license_ids }, { workspace_id, cart_id: null, now }),
    loadClipsForSale(db, clip_ids),
    getCurrentPrices(db, now),
  ])
  const upgradableIds = new Set(
    licenses
      .filter(license => getUpgradeRefusal(license, clips.get(license.clip_id), prices) === null)
      .map(license => license.license_id),
  )
  return uses.map(use => ({ ...use, can_upgrade: upgradableIds.has(use.license_id) }))
}

const loadLicense = async (
  db: Db,
  { workspace_id, workspace_role }: Member,
  license_id: number,
  scope: { cart_id: number | null; now: Date },
): Promise<UpgradableLicense> => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include licenses.')
  const [license] = await listUpgradableLicenses(db, { license_ids: [license_id] }, { workspace_id, ...scope })
  if (!license) throw refuse.missing('license')
  return license
}

/**
 * Adds a wider license that replaces one of the workspace's. If the cart has an upgrade of that license already, it gets
 * the new choice. Throws 404 for another workspace's license or a clip that is not for sale, 409 with the reason when the
 * choice is not an upgrade.
 */
export const addUpgrade = async (
  trx: Trx,
  actor: Member,
  license_id: number,
  choice: ChoiceWithFormat,
  now: Date,
): Promise<CartRow> => {
  const { cart, refusal } = await tryUpgrade(trx, actor, license_id, choice, now)
  if (refusal) throw refuse(409, refusal)
  return cart
}

/** Like `addUpgrade`, but returns the reason instead of throwing when the choice is not an upgrade. */
export const tryUpgrade = async (
  trx: Trx,
  actor: Member,
  license_id: number,
  choice: ChoiceWithFormat,
  now: Date,
): Promise<{ cart: CartRow; refusal: string | null }> => {
  const cart = await openCart(trx, actor, now)
  const license = await loadLicense(trx, actor, license_id, { cart_id: cart.id, now })
  const { prices } = await getCurrentPrices(trx, now)
  const clip = assertForSale((await loadClipsForSale(trx, [license.clip_id])).get(license.clip_id), choice.format_id)
  assertUsesOpen([clip], toUseGrants(choice))
  const items = await listItems(trx, cart.id)
  const item = items.find(({ upgrades_item_id }) => upgrades_item_id === license.item_id)
  const duplicate = items.find(hasLicense(choice, license.clip_id))
  const isOtherUpgrade = duplicate && duplicate.upgrades_item_id !== null && duplicate !== item
  const refusal =
    license.refusal ??
    getNotWiderRefusal(license, { clip, choice, prices }) ??
    (isOtherUpgrade ? DUPLICATE_UPGRADE_TEXT : null)
  if (refusal) return { cart, refusal }
  const terms = { ...toItemTerms(clip, choice, choice.format_id, prices), upgrades_item_id: license.item_id }
  const target = item ?? duplicate
  if (item && duplicate && item !== duplicate)
    await trx.deleteFrom('cart_items').where('id', '=', duplicate.id).execute()
  if (target) await trx.updateTable('cart_items').set(terms).where('id', '=', target.id).execute()
  else {
    if (items.length >= MAX_CART_ITEMS)
      throw refuse(409, `A cart holds at most ${MAX_CART_ITEMS} clips. Please check out first.`)
    await trx
      .insertInto('cart_items')
      .values({ ...terms, clip_id: license.clip_id, cart_id: cart.id, added_at: now })
      .execute()
  }
  return { cart, refusal: null }
}
