/** Adds, changes and removes cart items. Every function locks the cart first, so that simultaneous changes run one after another. */
import { loadClipsForSale, type ClipForSale } from '#catalog/clips.server.ts'
import { groupId, normalizeChoice, type ChoiceWithFormat, type LicenseChoice } from '#licensing/choice.ts'
import { getClosedRefusal, type UseGrant } from '#licensing/closed-uses.ts'
import { betterFormat, priceOf } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { formatOf } from '#licensing/terms.ts'
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { CartItemRow } from './cart-item.ts'
import { lockCart, openCart, type CartRow } from './carts.server.ts'
import { MAX_GUEST_ITEMS, MAX_CART_ITEMS } from './contract.ts'
import { listItems } from './pricing.server.ts'
import { upgradeAfterChange } from './upgrade-rules.server.ts'

/**
 * Adds clips under one license. A clip that already has this license stays once, in the better format. Returns the cart
 * and the clips it read.
 */
export const addItems = async (
  trx: Trx,
  actor: Actor,
  clip_ids: readonly number[],
  choice: ChoiceWithFormat,
  prices: Prices,
  now: Date,
): Promise<{ cart: CartRow; clips: Map<number, ClipForSale> }> => {
  const cart = await openCart(trx, actor, now)
  const clips = await loadClipsForSale(trx, clip_ids)
  const items = await listItems(trx, cart.id)
  const added = []
  for (const clip_id of new Set(clip_ids)) {
    const clip = assertForSale(clips.get(clip_id), choice.format_id)
    const duplicate = items.find(hasLicense(choice, clip_id))
    if (!duplicate)
      added.push({ clip_id, cart_id: cart.id, added_at: now, ...toItemTerms(clip, choice, choice.format_id, prices) })
    else
      await updateTerms(
        trx,
        duplicate.id,
        clip,
        choice,
        betterFormat(duplicate.format_id, choice.format_id, prices),
        prices,
      )
  }
  assertUsesOpen(clips.values(), toUseGrants(choice))
  const count = items.length + added.length
  if (actor.user_id === null && added.length > 0 && count > MAX_GUEST_ITEMS)
    throw refuse(409, `Without an account, a cart holds at most ${MAX_GUEST_ITEMS} clips. Please sign in to add more.`)
  if (count > MAX_CART_ITEMS) throw refuse(409, `A cart holds at most ${MAX_CART_ITEMS} clips. Please check out first.`)
  if (added.length > 0) await trx.insertInto('cart_items').values(added).execute()
  return { cart, clips }
}

type CartItemChange = Pick<ChoiceWithFormat, 'distribution_ids' | 'format_id'> & Partial<LicenseChoice>

/**
 * Changes an item's license or format, at the current price. Merges the item with another of the same clip that already
 * has the new license.
 */
export const changeItem = async (
  trx: Trx,
  actor: Actor,
  item_id: number,
  change: CartItemChange,
  now: Date,
): Promise<void> => {
  const cart = await requireCart(trx, actor, now)
  const items = await listItems(trx, cart.id)
  const item = items.find(row => row.id === item_id)
  if (!item) throw refuse.missing('cart item')
  const { prices } = await getCurrentPrices(trx, now)
  const clip = assertForSale((await loadClipsForSale(trx, [item.clip_id])).get(item.clip_id), change.format_id)
  const choice: LicenseChoice = {
    org_type: change.org_type ?? item.org_type,
    end_client_size: change.end_client_size ?? item.end_client_size,
    distribution_ids: change.distribution_ids,
  }
  assertUsesOpen([clip], toUseGrants(choice))
  const duplicate = items.find(row => row.id !== item_id && hasLicense(choice, item.clip_id)(row))
  const format_id = duplicate ? betterFormat(duplicate.format_id, change.format_id, prices) : change.format_id
  const update = { item, duplicate, clip, choice: { ...choice, format_id } }
  const upgrades_item_id = await upgradeAfterChange(trx, cart, update, { prices, now })
  if (duplicate) await trx.deleteFrom('cart_items').where('id', '=', duplicate.id).execute()
  await updateTerms(trx, item_id, clip, choice, format_id, prices)
  await trx.updateTable('cart_items').set({ upgrades_item_id }).where('id', '=', item_id).execute()
}

/** Removes items, all or none. Throws 404 when one of them is not in this cart. */
export const removeItems = async (trx: Trx, actor: Actor, item_ids: readonly number[], now: Date): Promise<void> => {
  const cart = await requireCart(trx, actor, now)
  const removedItems = await trx
    .deleteFrom('cart_items')
    .where('cart_id', '=', cart.id)
    .where('id', 'in', item_ids)
    .returning('id')
    .execute()
  if (removedItems.length < new Set(item_ids).size) throw refuse.missing('cart item')
}

/** Removes all items. The cart itself and its billing information stay. */
export const clearCart = async (trx: Trx, actor: Actor, now: Date): Promise<void> => {
  const cart = await lockCart(trx, actor, now)
  if (!cart) return
  await trx.deleteFrom('cart_items').where('cart_id', '=', cart.id).execute()
}

export const requireCart = async (trx: Trx, actor: Actor, now: Date): Promise<CartRow> => {
  const cart = await lockCart(trx, actor, now)
  if (!cart) throw refuse.missing('cart item')
  return cart
}

export const hasLicense = (choice: LicenseChoice, clip_id: number) => (item: CartItemRow) =>
  item.clip_id === clip_id && item.rate_id === null && groupId(item) === groupId(choice)

/** Throws 404 for a clip that is not for sale, 422 for a format that it does not have. */
export const assertForSale = (clip: ClipForSale | undefined, format_id: number): ClipForSale => {
  if (clip?.status !== 'published') throw refuse.missing('clip')
  if (!clip.formats.some(format => format.id === format_id))
    throw refuse.fields({ format_id: [`“${clip.name}” is not available in ${formatOf(format_id).name}.`] })
  return clip
}

/** Throws 422 with the clips whose releases close one of these uses. */
export const assertUsesOpen = (clips: Iterable<ClipForSale>, grants: readonly UseGrant[]): void => {
  const refusal = getClosedRefusal([...clips], grants)
  if (refusal) throw refuse(422, refusal)
}

export const toItemTerms = (clip: ClipForSale, choice: LicenseChoice, format_id: number, prices: Prices) => ({
  ...normalizeChoice(choice),
  rate_id: null,
  format_id,
  seen_price_cents: priceOf({ choice, tier: clip.tier, format_id }, prices).cents,
})

const updateTerms = async (
  trx: Trx,
  item_id: number,
  clip: ClipForSale,
  choice: LicenseChoice,
  format_id: number,
  prices: Prices,
) => {
  await trx
    .updateTable('cart_items')
    .set(toItemTerms(clip, choice, format_id, prices))
    .where('id', '=', item_id)
    .execute()
}
