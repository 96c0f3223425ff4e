/** The coupon of a cart: what it takes off now, or why it does not. */
import { couponRefusal, couponText, takenOff, type CouponLine } from '#coupons/coupon.ts'
import { findCoupon } from '#coupons/coupons.server.ts'
import type { Db } from '#platform/database.server.ts'

import type { CartRow } from './carts.server.ts'

export type CartCoupon = {
  id: number
  code: string
  /** "15% off" */
  text: string
  /** Why it takes nothing off; null when it does. */
  refusal: string | null
  /** Off each line, in cents. */
  taken_off: number[]
}

type Line = { clip: { id: number }; format: { id: number }; price: { cents: number }; rate: unknown }

/** As a coupon sees it: after the non-profit discount. */
export const couponLine = ({ clip, format, price, rate }: Line): CouponLine => ({
  clip_id: clip.id,
  format_id: format.id,
  cents: price.cents,
  is_agreed: rate !== null,
})

/** null, without a query, for a cart without. */
export const cartCouponOf = async (
  db: Db,
  { id: cart_id, coupon_id, workspace_id, user_id }: CartRow,
  lines: readonly CouponLine[],
  now: Date,
): Promise<CartCoupon | null> => {
  if (coupon_id === null) return null
  const found = await findCoupon(db, { id: coupon_id }, { cart_id, workspace_id, user_id })
  if (!found) return null
  const { coupon, uses } = found
  const refusal = couponRefusal(coupon, { lines, uses, now })
  const taken_off = refusal === null ? takenOff(coupon, lines) : lines.map(() => 0)
  return { id: coupon_id, code: coupon.code, text: couponText(coupon), refusal, taken_off }
}
