import type { ArrivalStep } from '#accounts/arrival.ts'
import { betterFormat } from '#licensing/price.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Trx } from '#platform/database.server.ts'

import { adoptFrom, beginCart, findCart, lockCart, saveVat, vatOf, type CartRow } from './carts.server.ts'
import { most_items } from './contract.ts'
import { itemsOf, type ItemRow } from './pricing.server.ts'
import { groupKey } from './rate-lines.server.ts'

/**
 * Puts what a guest had collected into the cart of who they turned out to be: the same clip under the same license once,
 * in the better format. While their own cart is being paid, the guest's waits for the next arrival.
 */
export const mergeGuestCart: ArrivalStep = async (trx, { user_id, cart_hash, now }) => {
  const guests = { user_id: null, workspace_id: null, cart_hash }
  if (cart_hash === null || !(await findCart(trx, guests))) return
  const current = await trx
    .selectFrom('current_workspaces')
    .where('user_id', '=', user_id)
    .select('workspace_id')
    .executeTakeFirstOrThrow()
  const own = await beginCart(trx, { user_id, workspace_id: current.workspace_id, cart_hash: null }, now)
  if (own.state === 'paying') return { guest_cart_waits: true }
  // Their own first, then the guest's: of two arrivals with the same guest cart the second finds it gone.
  const guest = await lockCart(trx, guests, now)
  if (!guest) return
  const older_items = await moveItems(trx, guest, own, now)
  await trx.updateTable('carts').set({ state: 'merged', updated_at: now }).where('id', '=', guest.id).execute()
  await adoptFrom(trx, own, guest, { older_items, now })
  await moveBilling(trx, guest, own)
}

/** Who a guest said is billed, with the VAT number that goes with the place; nothing where the cart knows already. */
const moveBilling = async (trx: Trx, from: CartRow, to: CartRow) => {
  const known = await trx.selectFrom('cart_billing').where('cart_id', '=', to.id).select('cart_id').executeTakeFirst()
  if (known) return
  await trx.updateTable('cart_billing').set({ cart_id: to.id }).where('cart_id', '=', from.id).execute()
  if (to.vat_number === null) await saveVat(trx, to, vatOf(from))
}

const isTwin = (item: ItemRow) => (one: ItemRow) =>
  one.clip_id === item.clip_id && groupKey(one, one.rate_id) === groupKey(item, item.rate_id)

/** What a full cart has no room for stays behind. Answers how many clips the guest did not have; null for none, or without any of the guest's. */
const moveItems = async (trx: Trx, from: CartRow, to: CartRow, now: Date) => {
  const { prices } = await currentPrices(trx, now)
  const there = await itemsOf(trx, to.id)
  const coming = await itemsOf(trx, from.id)
  let room = most_items - there.length
  for (const item of coming) {
    const twin = there.find(isTwin(item))
    if (!twin) {
      if (room-- > 0) await trx.updateTable('cart_items').set({ cart_id: to.id }).where('id', '=', item.id).execute()
    } else if (betterFormat(twin.format_id, item.format_id, prices) !== twin.format_id) {
      const { format_id, noted_price_cents } = item
      await trx.updateTable('cart_items').set({ format_id, noted_price_cents }).where('id', '=', twin.id).execute()
    }
  }
  const older = there.filter(item => !coming.some(isTwin(item)))
  return coming.length > 0 && older.length > 0 ? older.length : null
}
