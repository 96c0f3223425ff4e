import type { CouponState } from '#coupons/coupon.ts'

export const couponStateWords: Readonly<Record<CouponState, { label: string; tone?: 'good' | 'bad' }>> = {
  running: { label: 'Running', tone: 'good' },
  upcoming: { label: 'Not yet' },
  ended: { label: 'Ended' },
  used_up: { label: 'Used up', tone: 'bad' },
}
