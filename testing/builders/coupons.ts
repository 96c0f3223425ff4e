/** Coupons for tests, and carts that use them. */
import { setCoupon } from '../../src/cart/details-contract.ts'
import type { Coupon } from '../../src/coupons/coupon.ts'
import { makeCoupon } from '../../src/coupons/coupons.server.ts'
import type { TestApp } from '../app.ts'
import type { CartBuyer } from './checkout.ts'

let serial = 0

/** A coupon of 15 % unless wished otherwise, that has started; answers its id and code. */
export const aCoupon = async ({ db, clock }: TestApp, wish: Partial<Coupon> = {}) => {
  const code = wish.code ?? `CODE-${(serial += 1)}`
  const id = await makeCoupon(db, { kind: 'percent', value: 15, starts_at: clock.now(), ...wish, code })
  return { id, code }
}

/** Types the code; answers the cart. */
export const applyCoupon = async ({ visitor }: Pick<CartBuyer, 'visitor'>, code: string) =>
  (await visitor.call(setCoupon, { body: { code } })).data

/** The ledger of a coupon, oldest first. */
export const usesOf = ({ db }: TestApp, coupon_id: number) =>
  db.selectFrom('coupon_uses').where('coupon_id', '=', coupon_id).selectAll().orderBy('id').execute()
