import type { SignInHook } from '#accounts/sign-in-hook.ts'
import { betterFormat } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Trx } from '#platform/db/database.server.ts'

import type { CartItemRow } from './cart-item.ts'
import { copyCartDetails, getOrCreateCart, findCart, lockCart, saveVat, vatOf, type CartRow } from './carts.server.ts'
import { MAX_CART_ITEMS } from './contract.ts'
import { listItems } from './pricing.server.ts'
import { groupKey } from './rate-lines.server.ts'

/**
 * Merges a guest's cart into the cart of the user who logged in. The same clip under the same license stays once, in the
 * better format. While the user's cart is being paid, the guest's cart waits for the next login.
 */
export const mergeGuestCart: SignInHook = async (trx, { user_id, cart_hash, now }) => {
  const guestOwner = { user_id: null, workspace_id: null, cart_hash }
  if (cart_hash === null || !(await findCart(trx, guestOwner))) return
  const current = await trx
    .selectFrom('current_workspaces')
    .where('user_id', '=', user_id)
    .select('workspace_id')
    .executeTakeFirstOrThrow()
  const userCart = await getOrCreateCart(trx, { user_id, workspace_id: current.workspace_id, cart_hash: null }, now)
  if (userCart.state === 'paying') return { guest_cart_waits: true }
  // Lock the user's cart first, then the guest's: the second of two logins with the same guest cart finds it gone.
  const guestCart = await lockCart(trx, guestOwner, now)
  if (!guestCart) return
  const merged_items_count = await moveItems(trx, guestCart, userCart, now)
  await trx.updateTable('carts').set({ state: 'merged', updated_at: now }).where('id', '=', guestCart.id).execute()
  await copyCartDetails(trx, userCart, guestCart, { merged_items_count, now })
  await moveBilling(trx, guestCart, userCart)
}

/** Moves the guest's billing information and VAT number, unless the user's cart has billing information already. */
const moveBilling = async (trx: Trx, from: CartRow, to: CartRow) => {
  const existing = await trx
    .selectFrom('cart_billing')
    .where('cart_id', '=', to.id)
    .select('cart_id')
    .executeTakeFirst()
  if (existing) return
  await trx.updateTable('cart_billing').set({ cart_id: to.id }).where('cart_id', '=', from.id).execute()
  if (to.vat_number === null) await saveVat(trx, to, vatOf(from))
}

const isDuplicateOf = (item: CartItemRow) => (other: CartItemRow) =>
  other.clip_id === item.clip_id && groupKey(other, other.rate_id) === groupKey(item, item.rate_id)

/**
 * Moves items up to the cart's limit. Returns how many clips were only in the user's cart; null if there were none, or if
 * the guest's cart was empty.
 */
const moveItems = async (trx: Trx, from: CartRow, to: CartRow, now: Date) => {
  const { prices } = await getCurrentPrices(trx, now)
  const userItems = await listItems(trx, to.id)
  const guestItems = await listItems(trx, from.id)
  let remaining = MAX_CART_ITEMS - userItems.length
  for (const item of guestItems) {
    const duplicate = userItems.find(isDuplicateOf(item))
    if (!duplicate) {
      if (remaining-- > 0)
        await trx.updateTable('cart_items').set({ cart_id: to.id }).where('id', '=', item.id).execute()
    } else if (betterFormat(duplicate.format_id, item.format_id, prices) !== duplicate.format_id) {
      const { format_id, seen_price_cents } = item
      await trx.updateTable('cart_items').set({ format_id, seen_price_cents }).where('id', '=', duplicate.id).execute()
    }
  }
  const userOnly = userItems.filter(item => !guestItems.some(isDuplicateOf(item)))
  return guestItems.length > 0 && userOnly.length > 0 ? userOnly.length : null
}
