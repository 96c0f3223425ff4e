import type { CouponState } from '../../coupon.ts'

export const couponStateLabels: Readonly<Record<CouponState, { label: string; tone?: 'good' | 'bad' }>> = {
  running: { label: 'Running', tone: 'good' },
  upcoming: { label: 'Upcoming' },
  ended: { label: 'Ended' },
  used_up: { label: 'Used up', tone: 'bad' },
}
