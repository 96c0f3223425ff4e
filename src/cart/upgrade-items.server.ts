/** Putting the upgrade of a license into a cart. */
import { clipsForSale, type ClipForSale } from '#catalog/clips.server.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { isWidest, nothing_wider } from '#licensing/upgrade.ts'
import type { Actor, Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { usesOf } from '#rates/held.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import { openCart, type CartRow } from './carts.server.ts'
import { most_items } from './contract.ts'
import { isUnder, sellable, termsOf } from './items.server.ts'
import type { HeldLicense } from './licensed-contract.ts'
import { itemsOf } from './pricing.server.ts'
import { notWider, other_upgrade } from './upgrade-rules.server.ts'
import type { Upgradable } from './upgrades-contract.ts'
import { upgradable, type UpgradableLicense } from './upgrades.server.ts'

/** A license of the workspace, for whoever thinks of a wider one. Throws 403 for roles without licenses, 404 for what is not the workspace's. */
export const upgradableLicense = async (db: Db, actor: Member, license_id: number, now: Date): Promise<Upgradable> => {
  const held = await licenseOf(db, actor, license_id, { cart_id: null, now })
  const clip = (await clipsForSale(db, [held.clip_id])).get(held.clip_id)
  const { prices } = await currentPrices(db, now)
  return {
    ...held.use,
    license_id,
    clip_id: held.clip_id,
    order: held.order,
    sentence: held.sentence,
    distribution_ids: held.choice.distribution_ids,
    credit: money(held.credit_cents),
    refusal: whyNot(held, clip, prices),
    clip: { name: clip?.name ?? '', tier: clip?.tier ?? 'standard', format_ids: clip?.formats.map(idOf) ?? [] },
  }
}

const idOf = ({ id }: { id: number }) => id

/** Why it cannot be upgraded now, by anything that is chosen; null when it can. */
const whyNot = (held: UpgradableLicense, clip: ClipForSale | undefined, prices: Prices): string | null => {
  if (held.refusal !== null) return held.refusal
  if (clip?.status !== 'published' || clip.formats.length === 0)
    return 'This clip is no longer offered, so its license cannot be upgraded. It stays yours.'
  return isWidest(held, { tier: clip.tier, format_ids: clip.formats.map(idOf) }, prices) ? nothing_wider : null
}

/** What the workspace of whoever asks may do with clips already, and what of that can be upgraded; nothing for guests. */
export const heldLicenses = async (
  db: Db,
  actor: Actor,
  clip_ids: readonly number[],
  now: Date,
): Promise<HeldLicense[]> => {
  const uses = await usesOf(db, actor, clip_ids, now)
  if (uses.length === 0) return []
  const { workspace_id } = actor
  const license_ids = uses.map(({ license_id }) => license_id)
  const [held, clips, { prices }] = await Promise.all([
    upgradable(db, { license_ids }, { workspace_id, cart_id: null, now }),
    clipsForSale(db, clip_ids),
    currentPrices(db, now),
  ])
  const open = new Set(
    held.filter(one => whyNot(one, clips.get(one.clip_id), prices) === null).map(one => one.license_id),
  )
  return uses.map(use => ({ ...use, can_upgrade: open.has(use.license_id) }))
}

const licenseOf = async (
  db: Db,
  { workspace_id, workspace_role }: Member,
  license_id: number,
  asking: { cart_id: number | null; now: Date },
): Promise<UpgradableLicense> => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include licenses.')
  const [held] = await upgradable(db, { license_ids: [license_id] }, { workspace_id, ...asking })
  if (!held) throw refuse.missing('license')
  return held
}

/**
 * Puts a wider license in that takes the place of one of the workspace's; where that is being upgraded in this cart already,
 * it is the new choice that counts. Throws 404 for what is not the workspace's or not sold, 409 with the reason for what is no
 * upgrade.
 */
export const addUpgrade = async (
  trx: Trx,
  actor: Member,
  license_id: number,
  chosen: ChoiceWithFormat,
  now: Date,
): Promise<CartRow> => {
  const { cart, refusal } = await tryUpgrade(trx, actor, license_id, chosen, now)
  if (refusal) throw refuse(409, refusal)
  return cart
}

/** As `addUpgrade`; what is no upgrade stays out, with the reason. */
export const tryUpgrade = async (
  trx: Trx,
  actor: Member,
  license_id: number,
  chosen: ChoiceWithFormat,
  now: Date,
): Promise<{ cart: CartRow; refusal: string | null }> => {
  const cart = await openCart(trx, actor, now)
  const held = await licenseOf(trx, actor, license_id, { cart_id: cart.id, now })
  const { prices } = await currentPrices(trx, now)
  const clip = sellable((await clipsForSale(trx, [held.clip_id])).get(held.clip_id), chosen.format_id)
  const items = await itemsOf(trx, cart.id)
  const item = items.find(({ upgrades_item_id }) => upgrades_item_id === held.item_id)
  const twin = items.find(isUnder(chosen, held.clip_id))
  const isOther = twin && twin.upgrades_item_id !== null && twin !== item
  const refusal = held.refusal ?? notWider(held, { clip, chosen, prices }) ?? (isOther ? other_upgrade : null)
  if (refusal) return { cart, refusal }
  const terms = { ...termsOf(clip, chosen, chosen.format_id, prices), upgrades_item_id: held.item_id }
  const kept = item ?? twin
  if (item && twin && item !== twin) await trx.deleteFrom('cart_items').where('id', '=', twin.id).execute()
  if (kept) await trx.updateTable('cart_items').set(terms).where('id', '=', kept.id).execute()
  else {
    if (items.length >= most_items)
      throw refuse(409, `A cart holds at most ${most_items} clips. Please check out first.`)
    await trx
      .insertInto('cart_items')
      .values({ ...terms, clip_id: held.clip_id, cart_id: cart.id, added_at: now })
      .execute()
  }
  return { cart, refusal: null }
}
