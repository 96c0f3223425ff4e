/** What goes in and out of a cart. Every verb locks the cart first, so that two at once are two in a row. */
import { clipsForSale, type ClipForSale } from '#catalog/clips.server.ts'
import { groupId, tidyChoice, type ChoiceWithFormat, type LicenseChoice } from '#licensing/choice.ts'
import { betterFormat, priceOf } from '#licensing/price.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { formatOf } from '#licensing/terms.ts'
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { lockCart, openCart, type CartRow } from './carts.server.ts'
import { MAX_GUEST_ITEMS, most_items } from './contract.ts'
import { itemsOf, type ItemRow } from './pricing.server.ts'
import { upgradeAfterChange } from './upgrade-rules.server.ts'

/** Puts clips in under one license. A clip that is there already under it stays once, in the better format. Answers the cart, and the clips as they were read. */
export const addItems = async (
  trx: Trx,
  actor: Actor,
  clip_ids: readonly number[],
  chosen: ChoiceWithFormat,
  prices: Prices,
  now: Date,
): Promise<{ cart: CartRow; clips: Map<number, ClipForSale> }> => {
  const cart = await openCart(trx, actor, now)
  const clips = await clipsForSale(trx, clip_ids)
  const items = await itemsOf(trx, cart.id)
  const added = []
  for (const clip_id of new Set(clip_ids)) {
    const clip = sellable(clips.get(clip_id), chosen.format_id)
    const twin = items.find(isUnder(chosen, clip_id))
    if (!twin)
      added.push({ clip_id, cart_id: cart.id, added_at: now, ...termsOf(clip, chosen, chosen.format_id, prices) })
    else await setTerms(trx, twin.id, clip, chosen, betterFormat(twin.format_id, chosen.format_id, prices), prices)
  }
  const count = items.length + added.length
  if (actor.user_id === null && added.length > 0 && count > MAX_GUEST_ITEMS)
    throw refuse(409, `Without an account, a cart holds at most ${MAX_GUEST_ITEMS} clips. Please sign in to add more.`)
  if (count > most_items) throw refuse(409, `A cart holds at most ${most_items} clips. Please check out first.`)
  if (added.length > 0) await trx.insertInto('cart_items').values(added).execute()
  return { cart, clips }
}

type Change = Pick<ChoiceWithFormat, 'distribution_ids' | 'format_id'> & Partial<LicenseChoice>

/** Gives an item another license or format, at the price of now. Where the clip stands under that license already, the two become one. */
export const changeItem = async (trx: Trx, actor: Actor, item_id: number, change: Change, now: Date): Promise<void> => {
  const cart = await mine(trx, actor, now)
  const items = await itemsOf(trx, cart.id)
  const item = items.find(one => one.id === item_id)
  if (!item) throw refuse.missing('cart item')
  const { prices } = await currentPrices(trx, now)
  const clip = sellable((await clipsForSale(trx, [item.clip_id])).get(item.clip_id), change.format_id)
  const choice: LicenseChoice = {
    org_type: change.org_type ?? item.org_type,
    end_client_size: change.end_client_size ?? item.end_client_size,
    distribution_ids: change.distribution_ids,
  }
  const twin = items.find(one => one.id !== item_id && isUnder(choice, item.clip_id)(one))
  const format_id = twin ? betterFormat(twin.format_id, change.format_id, prices) : change.format_id
  const wish = { item, twin, clip, chosen: { ...choice, format_id } }
  const upgrades_item_id = await upgradeAfterChange(trx, cart, wish, { prices, now })
  if (twin) await trx.deleteFrom('cart_items').where('id', '=', twin.id).execute()
  await setTerms(trx, item_id, clip, choice, format_id, prices)
  await trx.updateTable('cart_items').set({ upgrades_item_id }).where('id', '=', item_id).execute()
}

/** Takes items out, all or none. Throws 404 when one of them is not in this cart. */
export const removeItems = async (trx: Trx, actor: Actor, item_ids: readonly number[], now: Date): Promise<void> => {
  const cart = await mine(trx, actor, now)
  const removed = await trx
    .deleteFrom('cart_items')
    .where('cart_id', '=', cart.id)
    .where('id', 'in', item_ids)
    .returning('id')
    .execute()
  if (removed.length < new Set(item_ids).size) throw refuse.missing('cart item')
}

/** Takes everything out; the cart itself and its billing stay. */
export const clearCart = async (trx: Trx, actor: Actor, now: Date): Promise<void> => {
  const cart = await lockCart(trx, actor, now)
  if (!cart) return
  await trx.deleteFrom('cart_items').where('cart_id', '=', cart.id).execute()
}

export const mine = async (trx: Trx, actor: Actor, now: Date): Promise<CartRow> => {
  const cart = await lockCart(trx, actor, now)
  if (!cart) throw refuse.missing('cart item')
  return cart
}

export const isUnder = (choice: LicenseChoice, clip_id: number) => (item: ItemRow) =>
  item.clip_id === clip_id && item.rate_id === null && groupId(item) === groupId(choice)

/** Throws 404 for a clip that is not sold, 422 for a format that it does not have. */
export const sellable = (clip: ClipForSale | undefined, format_id: number): ClipForSale => {
  if (clip?.status !== 'published') throw refuse.missing('clip')
  if (!clip.formats.some(format => format.id === format_id))
    throw refuse.fields({ format_id: [`“${clip.name}” is not available in ${formatOf(format_id).name}.`] })
  return clip
}

export const termsOf = (clip: ClipForSale, choice: LicenseChoice, format_id: number, prices: Prices) => ({
  ...tidyChoice(choice),
  rate_id: null,
  format_id,
  noted_price_cents: priceOf({ choice, tier: clip.tier, format_id }, prices).cents,
})

const setTerms = async (
  trx: Trx,
  item_id: number,
  clip: ClipForSale,
  choice: LicenseChoice,
  format_id: number,
  prices: Prices,
) => {
  await trx
    .updateTable('cart_items')
    .set(termsOf(clip, choice, format_id, prices))
    .where('id', '=', item_id)
    .execute()
}
