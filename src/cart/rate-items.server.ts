/** Adds cart items under a preferred rate, and moves items to one. */
import { loadClipsForSale } from '#catalog/clips.server.ts'
import { betterFormat } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { toRateChoice, toUseGrants, calculateRatePrice } from '#licensing/rate.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { canSeeRates } from '#rates/policy.ts'
import { assertRateUsable, loadCartRates, type Rate } from '#rates/rates.server.ts'

import type { CartItemRow } from './cart-item.ts'
import { openCart, type CartRow } from './carts.server.ts'
import { MAX_CART_ITEMS } from './contract.ts'
import { requireCart, assertForSale, assertUsesOpen } from './items.server.ts'
import { listItems } from './pricing.server.ts'

type RateItemsInput = { rate_id: number; format_id: number }

/**
 * Adds clips under a rate of the workspace. A clip that already has the rate stays once, in the better format. Throws 404
 * for another workspace's rate, 409 when the rate is not active or has too few clips left.
 */
export const addUnderRate = async (
  trx: Trx,
  actor: Member,
  clip_ids: readonly number[],
  { rate_id, format_id }: RateItemsInput,
  now: Date,
): Promise<CartRow> => {
  const cart = await openCart(trx, actor, now)
  const items = await listItems(trx, cart.id)
  const newClipIds = [...new Set(clip_ids)].filter(id => !items.some(hasRate(rate_id, id)))
  const rate = await requireUsableRate(trx, actor, cart, { rate_id, items, count: newClipIds.length, now })
  const { prices } = await getCurrentPrices(trx, now)
  const clips = await loadClipsForSale(trx, clip_ids)
  for (const clip_id of clip_ids) assertForSale(clips.get(clip_id), format_id)
  assertUsesOpen(clips.values(), toUseGrants(toRateChoice(rate), rate))
  if (items.length + newClipIds.length > MAX_CART_ITEMS)
    throw refuse(409, `A cart holds at most ${MAX_CART_ITEMS} clips. Please check out first.`)
  for (const duplicate of items.filter(item => clip_ids.some(id => hasRate(rate_id, id)(item))))
    await setRate(trx, duplicate.id, rate, betterFormat(duplicate.format_id, format_id, prices), prices)
  if (newClipIds.length > 0)
    await trx
      .insertInto('cart_items')
      .values(
        newClipIds.map(clip_id => ({
          cart_id: cart.id,
          clip_id,
          added_at: now,
          ...toItemTerms(rate, format_id, prices),
        })),
      )
      .execute()
  return cart
}

type MoveToRateInput = { rate_id: number; format_id?: number | undefined }

/** Moves an item to a rate. Merges it with another item of the clip under that rate. Throws like `addUnderRate`. */
export const moveToRate = async (
  trx: Trx,
  actor: Member,
  item_id: number,
  { rate_id, format_id: requestedFormatId }: MoveToRateInput,
  now: Date,
): Promise<void> => {
  const cart = await requireCart(trx, actor, now)
  const items = await listItems(trx, cart.id)
  const item = items.find(row => row.id === item_id)
  if (!item) throw refuse.missing('cart item')
  if (item.upgrades_item_id !== null)
    throw refuse(409, 'An upgrade is sold at list prices, not under a preferred rate. Remove it from your cart first.')
  const duplicate = items.find(row => row.id !== item_id && hasRate(rate_id, item.clip_id)(row))
  const count = duplicate || item.rate_id === rate_id ? 0 : 1
  const rate = await requireUsableRate(trx, actor, cart, { rate_id, items, count, now })
  const { prices } = await getCurrentPrices(trx, now)
  const format_id = requestedFormatId ?? item.format_id
  const clip = assertForSale((await loadClipsForSale(trx, [item.clip_id])).get(item.clip_id), format_id)
  assertUsesOpen([clip], toUseGrants(toRateChoice(rate), rate))
  if (duplicate) await trx.deleteFrom('cart_items').where('id', '=', duplicate.id).execute()
  await setRate(
    trx,
    item_id,
    rate,
    duplicate ? betterFormat(duplicate.format_id, format_id, prices) : format_id,
    prices,
  )
}

const hasRate = (rate_id: number, clip_id: number) => (item: CartItemRow) =>
  item.clip_id === clip_id && item.rate_id === rate_id

type RateUsage = { rate_id: number; items: readonly CartItemRow[]; count: number; now: Date }

/** Returns the rate if it has room for `count` more items than the cart has under it. */
const requireUsableRate = async (
  trx: Trx,
  actor: Member,
  cart: CartRow,
  { rate_id, items, count, now }: RateUsage,
): Promise<Rate> => {
  if (!canSeeRates(actor.workspace_role)) throw refuse(403, 'Your role in this workspace does not include its rates.')
  const rate = (await loadCartRates(trx, cart, [rate_id])).get(rate_id)
  if (!rate) throw refuse.missing('preferred rate')
  assertRateUsable(rate, items.filter(item => item.rate_id === rate_id).length + count, now)
  return rate
}

const toItemTerms = (rate: Rate, format_id: number, prices: Prices) => ({
  ...toRateChoice(rate),
  rate_id: rate.id,
  format_id,
  seen_price_cents: calculateRatePrice(rate, format_id, prices).cents,
})

const setRate = async (trx: Trx, item_id: number, rate: Rate, format_id: number, prices: Prices) => {
  await trx
    .updateTable('cart_items')
    .set(toItemTerms(rate, format_id, prices))
    .where('id', '=', item_id)
    .execute()
}
