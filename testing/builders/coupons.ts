/** Seeds coupons and applies them to carts. */
import { setCoupon } from '../../src/cart/details-contract.ts'
import type { Coupon } from '../../src/coupons/coupon.ts'
import { createCoupon } from '../../src/coupons/coupons.server.ts'
import type { TestApp } from '../app.ts'
import type { CartBuyer } from './checkout.ts'

let serial = 0

/** Seeds an active coupon, 15% by default. Returns its id and code. */
export const seedCoupon = async ({ db, clock }: TestApp, overrides: Partial<Coupon> = {}) => {
  const code = overrides.code ?? `CODE-${(serial += 1)}`
  const id = await createCoupon(db, { kind: 'percent', value: 15, starts_at: clock.now(), ...overrides, code })
  return { id, code }
}

/** Applies the code. Returns the cart. */
export const applyCoupon = async ({ visitor }: Pick<CartBuyer, 'visitor'>, code: string) =>
  (await visitor.call(setCoupon, { body: { code } })).data

/** Lists the uses of a coupon, oldest first. */
export const listCouponUses = ({ db }: TestApp, coupon_id: number) =>
  db.selectFrom('coupon_uses').where('coupon_id', '=', coupon_id).selectAll().orderBy('id').execute()
