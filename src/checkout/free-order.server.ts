/** A cart that costs nothing becomes an order at once, without a card or the gateway. */
import { requireConfirmedEmail } from '#accounts/confirmed-email.server.ts'
import { lockOwnCart, markOpenCartOrdered, saveEin } from '#cart/carts.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { resolveTerms } from '#orders/license-terms.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { ManualBody } from './contract.ts'
import { tryLoadPurchaseAnalytics } from './purchase-analytics.server.ts'
import { findAlreadyBoughtRefusal, draftCartOrder, requirePurchasing, prepareCart } from './ready-cart.server.ts'

/**
 * Throws 403 until the buyer’s email address is confirmed, 404 for another person’s cart, 409 when the cart changed,
 * 422 when it costs something.
 */
export const placeFreeOrder = async (
  { db, clock, ...deps }: Pick<Deps, 'db' | 'clock' | 'config' | 'settings'>,
  actor: Member,
  { cart_hash, seen, terms_version, ein }: ManualBody,
) => {
  requirePurchasing(actor)
  await requireConfirmedEmail(db, actor.user_id)
  const terms = await resolveTerms(db, deps, terms_version, clock.now())
  const order = await db.transaction().execute(async trx => {
    const now = clock.now()
    const lockedCart = await lockOwnCart(trx, actor)
    if (lockedCart?.hash !== cart_hash)
      throw (!lockedCart && (await findAlreadyBoughtRefusal(trx, actor, cart_hash))) || refuse.missing('cart')
    const cart = ein === undefined ? lockedCart : { ...lockedCart, ein: await saveEin(trx, lockedCart, ein) }
    const readyCart = await prepareCart(trx, actor, cart, { seen, now })
    if (readyCart.total_cents > 0) throw refuse(422, 'Please select a payment method')
    const order_id = await draftCartOrder(trx, readyCart, actor, {
      payment_type: 'none',
      po_number: cart.po_number,
      terms,
      now,
    })
    await markOpenCartOrdered(trx, readyCart.cart.id)
    // Last, because every sale waits for the lock on the invoice number counter.
    const { universal_invoice_number } = await transitionOrder(trx, order_id, 'paid', {
      user_id: actor.user_id,
      reason: 'There was nothing to pay',
      now,
    })
    if (universal_invoice_number === null) throw new Error('A paid order has a number.')
    return { invoice_number: universal_invoice_number, order_id }
  })
  return { ...order, ...(await tryLoadPurchaseAnalytics(db, order.order_id)) }
}
