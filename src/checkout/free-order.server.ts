/** A cart that costs nothing becomes an order at once: no card, no gateway. */
import { needConfirmedEmail } from '#accounts/confirmed-email.server.ts'
import { lockOwnCart, markCartOrderedAtOnce, saveEin } from '#cart/carts.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { boughtJustNow } from './bought.server.ts'
import type { ManualBody } from './contract.ts'
import { boughtAlready, draftFrom, needPurchasing, readyCart } from './ready-cart.server.ts'

/** Throws 403 until the buyer's email address is confirmed, 404 for a cart that is not theirs, 409 when it changed meanwhile, 422 when it costs something. */
export const placeFreeOrder = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Member,
  { cart_hash, seen, ein }: ManualBody,
) => {
  needPurchasing(actor)
  await needConfirmedEmail(db, actor.user_id)
  const placed = await db.transaction().execute(async trx => {
    const now = clock.now()
    const found = await lockOwnCart(trx, actor)
    if (found?.hash !== cart_hash)
      throw (!found && (await boughtAlready(trx, actor, cart_hash))) || refuse.missing('cart')
    const cart = ein === undefined ? found : { ...found, ein: await saveEin(trx, found, ein) }
    const ready = await readyCart(trx, actor, cart, { seen, now })
    if (ready.total_cents > 0) throw refuse(422, 'Please select a payment method')
    const order_id = await draftFrom(trx, ready, actor, { payment_type: 'none', po_number: cart.po_number, now })
    await markCartOrderedAtOnce(trx, ready.cart.id)
    // Last: every sale waits for the row of the number that it takes.
    const { universal_invoice_number } = await moveOrder(trx, order_id, 'paid', {
      user_id: actor.user_id,
      reason: 'There was nothing to pay',
      now,
    })
    if (universal_invoice_number === null) throw new Error('A paid order has a number.')
    return { invoice_number: universal_invoice_number, order_id }
  })
  return { ...placed, ...(await boughtJustNow(db, placed.order_id)) }
}
