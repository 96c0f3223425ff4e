/** The cart's coupon: what it takes off, or why it does not apply. */
import { couponRefusal, couponText, computeDiscounts, type CouponLine } from '#coupons/coupon.ts'
import { findCoupon } from '#coupons/coupons.server.ts'
import type { Db } from '#platform/db/database.server.ts'

import type { CartRow } from './carts.server.ts'

export type CartCoupon = {
  id: number
  code: string
  /** "15% off" */
  text: string
  /** Why the coupon does not apply; null when it does. */
  refusal: string | null
  /** The discount per line, in cents. */
  taken_off: number[]
}

type PricedLine = { clip: { id: number }; format: { id: number }; price: { cents: number }; rate: unknown }

/** Returns the line as a coupon sees it, after the non-profit discount. */
export const toCouponLine = ({ clip, format, price, rate }: PricedLine): CouponLine => ({
  clip_id: clip.id,
  format_id: format.id,
  cents: price.cents,
  is_agreed: rate !== null,
})

/** Returns the cart's coupon; null, without a query, for a cart without one. */
export const getCartCoupon = async (
  db: Db,
  { id: cart_id, coupon_id, workspace_id, user_id }: CartRow,
  lines: readonly CouponLine[],
  now: Date,
): Promise<CartCoupon | null> => {
  if (coupon_id === null) return null
  const match = await findCoupon(db, { id: coupon_id }, { cart_id, workspace_id, user_id })
  if (!match) return null
  const { coupon, uses } = match
  const refusal = couponRefusal(coupon, { lines, uses, now })
  const taken_off = refusal === null ? computeDiscounts(coupon, lines) : lines.map(() => 0)
  return { id: coupon_id, code: coupon.code, text: couponText(coupon), refusal, taken_off }
}
