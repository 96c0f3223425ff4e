/** What staff decide alone, by role. Beyond it a platform admin who is somebody else has to approve (`approvals/`). */
import { couponText, type Coupon } from '#coupons/coupon.ts'
import { formatCents } from '#platform/money.ts'
import { isPlatformAdmin } from '#workspaces/policy.ts'

export type StaffLimits = {
  /** Of one order, in all of somebody's refunds together. */
  refund_cents: number
  /** Of an order that is marked as paid by hand. */
  paid_cents: number
  credit_limit_cents: number
  net_payment_term_days: number
  coupon_percent: number
  coupon_cents: number
  coupon_clips: number
}

export const LIMITS = {
  support: {
    refund_cents: 500_00,
    paid_cents: 2_500_00,
    credit_limit_cents: 5_000_00,
    net_payment_term_days: 60,
    coupon_percent: 50,
    coupon_cents: 500_00,
    coupon_clips: 1,
  },
  platform_admin: {
    refund_cents: 5_000_00,
    paid_cents: 25_000_00,
    credit_limit_cents: 50_000_00,
    net_payment_term_days: 120,
    coupon_percent: 99,
    coupon_cents: 5_000_00,
    coupon_clips: 5,
  },
} as const satisfies Record<string, StaffLimits>

export const limitsOf = (roles: readonly number[]): StaffLimits =>
  isPlatformAdmin(roles) ? LIMITS.platform_admin : LIMITS.support

/** Each answers what is beyond the limits, as the beginning of a sentence; null within them. */
export const refundBeyond = ({ refund_cents }: StaffLimits, cents: number): string | null =>
  cents > refund_cents ? `Refunds above ${formatCents(refund_cents)} of an order` : null

export const paidBeyond = ({ paid_cents }: StaffLimits, cents: number): string | null =>
  cents > paid_cents ? `Orders above ${formatCents(paid_cents)} that are marked as paid` : null

type Credit = { has_self_invoicing: boolean; credit_limit_cents: number; net_payment_term_days: number }

/** What stays as it was, or becomes less, is within anybody's limits; turning credit on again is not. */
export const termsBeyond = (limits: StaffLimits, was: Credit, after: Credit): string | null => {
  const isTurnedOn = after.has_self_invoicing && !was.has_self_invoicing
  const before = isTurnedOn ? { credit_limit_cents: 0, net_payment_term_days: 0 } : was
  if (after.credit_limit_cents > Math.max(limits.credit_limit_cents, before.credit_limit_cents))
    return `Credit limits above ${formatCents(limits.credit_limit_cents)}`
  if (after.net_payment_term_days > Math.max(limits.net_payment_term_days, before.net_payment_term_days))
    return `Net terms above ${limits.net_payment_term_days} days`
  return null
}

export const couponBeyond = (limits: StaffLimits, { kind, value }: Pick<Coupon, 'kind' | 'value'>): string | null => {
  const { coupon_percent, coupon_cents, coupon_clips } = limits
  const most = { percent: coupon_percent, fixed: coupon_cents, free_clips: coupon_clips }[kind]
  if (value <= most) return null
  if (kind === 'free_clips') return `Coupons of more than ${most} free ${most === 1 ? 'clip' : 'clips'}`
  return `Coupons of more than ${couponText({ kind, value: most })}`
}
