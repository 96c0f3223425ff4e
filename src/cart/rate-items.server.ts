/** Items under a preferred rate: put there, or moved there from a license. */
import { clipsForSale } from '#catalog/clips.server.ts'
import { betterFormat } from '#licensing/price.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { canSeeRates } from '#rates/policy.ts'
import { rateChoice, ratePrice } from '#rates/rate.ts'
import { needRate, ratesForCart, type Rate } from '#rates/rates.server.ts'

import { openCart, type CartRow } from './carts.server.ts'
import { most_items } from './contract.ts'
import { mine, sellable } from './items.server.ts'
import { itemsOf, type ItemRow } from './pricing.server.ts'

type Wish = { rate_id: number; format_id: number }

/**
 * Puts clips in under a rate of the workspace. A clip that is there already under it stays once, in the better format.
 * Throws 404 for a rate that is not the workspace's, 409 when it does not hold or has fewer clips left.
 */
export const addUnderRate = async (
  trx: Trx,
  actor: Member,
  clip_ids: readonly number[],
  { rate_id, format_id }: Wish,
  now: Date,
): Promise<CartRow> => {
  const cart = await openCart(trx, actor, now)
  const items = await itemsOf(trx, cart.id)
  const fresh = [...new Set(clip_ids)].filter(id => !items.some(isUnder(rate_id, id)))
  const rate = await usable(trx, actor, cart, { rate_id, items, count: fresh.length, now })
  const { prices } = await currentPrices(trx, now)
  const clips = await clipsForSale(trx, clip_ids)
  for (const clip_id of clip_ids) sellable(clips.get(clip_id), format_id)
  if (items.length + fresh.length > most_items)
    throw refuse(409, `A cart holds at most ${most_items} clips. Please check out first.`)
  for (const twin of items.filter(item => clip_ids.some(id => isUnder(rate_id, id)(item))))
    await setRate(trx, twin.id, rate, betterFormat(twin.format_id, format_id, prices), prices)
  if (fresh.length > 0)
    await trx
      .insertInto('cart_items')
      .values(fresh.map(clip_id => ({ cart_id: cart.id, clip_id, added_at: now, ...termsOf(rate, format_id, prices) })))
      .execute()
  return cart
}

type Move = { rate_id: number; format_id?: number | undefined }

/** Where the clip stands under the rate already, the two become one. Throws as `addUnderRate`. */
export const moveToRate = async (
  trx: Trx,
  actor: Member,
  item_id: number,
  { rate_id, format_id: wanted }: Move,
  now: Date,
): Promise<void> => {
  const cart = await mine(trx, actor, now)
  const items = await itemsOf(trx, cart.id)
  const item = items.find(one => one.id === item_id)
  if (!item) throw refuse.missing('cart item')
  if (item.upgrades_item_id !== null)
    throw refuse(
      409,
      'An upgrade is sold at the prices of the table, not under a preferred rate. Take it out of your cart first.',
    )
  const twin = items.find(one => one.id !== item_id && isUnder(rate_id, item.clip_id)(one))
  const count = twin || item.rate_id === rate_id ? 0 : 1
  const rate = await usable(trx, actor, cart, { rate_id, items, count, now })
  const { prices } = await currentPrices(trx, now)
  const format_id = wanted ?? item.format_id
  sellable((await clipsForSale(trx, [item.clip_id])).get(item.clip_id), format_id)
  if (twin) await trx.deleteFrom('cart_items').where('id', '=', twin.id).execute()
  await setRate(trx, item_id, rate, twin ? betterFormat(twin.format_id, format_id, prices) : format_id, prices)
}

const isUnder = (rate_id: number, clip_id: number) => (item: ItemRow) =>
  item.clip_id === clip_id && item.rate_id === rate_id

type Using = { rate_id: number; items: readonly ItemRow[]; count: number; now: Date }

/** With room for `count` more items than the cart has under it. */
const usable = async (trx: Trx, actor: Member, cart: CartRow, { rate_id, items, count, now }: Using): Promise<Rate> => {
  if (!canSeeRates(actor.workspace_role)) throw refuse(403, 'Your role in this workspace does not include its rates.')
  const rate = (await ratesForCart(trx, cart, [rate_id])).get(rate_id)
  if (!rate) throw refuse.missing('preferred rate')
  needRate(rate, items.filter(item => item.rate_id === rate_id).length + count, now)
  return rate
}

const termsOf = (rate: Rate, format_id: number, prices: Prices) => ({
  ...rateChoice(rate),
  rate_id: rate.id,
  format_id,
  noted_price_cents: ratePrice(rate, format_id, prices).cents,
})

const setRate = async (trx: Trx, item_id: number, rate: Rate, format_id: number, prices: Prices) => {
  await trx
    .updateTable('cart_items')
    .set(termsOf(rate, format_id, prices))
    .where('id', '=', item_id)
    .execute()
}
