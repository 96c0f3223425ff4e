import { couponRefusal, unknown_code } from '#coupons/coupon.ts'
import { findCoupon } from '#coupons/coupons.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { lockCart, saveCoupon } from './carts.server.ts'
import { couponLine } from './coupon.server.ts'
import { pricedCart } from './pricing.server.ts'

/** Takes a code for the cart; an empty one takes it off. Throws 422 beside the field when it would take nothing off. */
export const takeCoupon = async (trx: Trx, actor: Actor, code: string, now: Date): Promise<void> => {
  const cart = await lockCart(trx, actor, now)
  if (code === '') {
    if (cart) await saveCoupon(trx, cart, null)
    return
  }
  const { user_id, workspace_id } = actor
  const found = await findCoupon(trx, { code }, { cart_id: cart?.id ?? 0, workspace_id, user_id })
  if (!found) throw refuse.fields({ code: [unknown_code] })
  const lines = cart ? (await pricedCart(trx, cart, now)).lines.map(couponLine) : []
  const refusal = couponRefusal(found.coupon, { lines, uses: found.uses, now })
  if (refusal !== null) throw refuse.fields({ code: [refusal] })
  if (cart) await saveCoupon(trx, cart, found.coupon.id)
}
