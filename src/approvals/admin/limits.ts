/**
 * What each staff role may decide alone. Anything above needs the approval of another platform admin (`approvals/`).
 */
import { couponText, type Coupon } from '#coupons/coupon.ts'
import { formatCents } from '#platform/money.ts'
import { isPlatformAdmin } from '#workspaces/policy.ts'

export type StaffLimits = {
  /** The total of all refunds of one order by one staff member. */
  refund_cents: number
  /** The largest order that may be marked as paid manually. */
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

/** Each of these functions returns the beginning of a sentence about what exceeds the limits; null within them. */
export const describeRefundOverLimit = ({ refund_cents }: StaffLimits, cents: number): string | null =>
  cents > refund_cents ? `Refunds above ${formatCents(refund_cents)} of an order` : null

export const describePaymentOverLimit = ({ paid_cents }: StaffLimits, cents: number): string | null =>
  cents > paid_cents ? `Orders above ${formatCents(paid_cents)} that are marked as paid` : null

type CreditTerms = { has_self_invoicing: boolean; credit_limit_cents: number; net_payment_term_days: number }

/** Unchanged or lower values are within every limit. Turning credit on again is not. */
export const describeTermsOverLimit = (limits: StaffLimits, before: CreditTerms, after: CreditTerms): string | null => {
  const isTurnedOn = after.has_self_invoicing && !before.has_self_invoicing
  const baseline = isTurnedOn ? { credit_limit_cents: 0, net_payment_term_days: 0 } : before
  if (after.credit_limit_cents > Math.max(limits.credit_limit_cents, baseline.credit_limit_cents))
    return `Credit limits above ${formatCents(limits.credit_limit_cents)}`
  if (after.net_payment_term_days > Math.max(limits.net_payment_term_days, baseline.net_payment_term_days))
    return `Net terms above ${limits.net_payment_term_days} days`
  return null
}

export const describeCouponOverLimit = (
  limits: StaffLimits,
  { kind, value }: Pick<Coupon, 'kind' | 'value'>,
): string | null => {
  const { coupon_percent, coupon_cents, coupon_clips } = limits
  const max = { percent: coupon_percent, fixed: coupon_cents, free_clips: coupon_clips }[kind]
  if (value <= max) return null
  if (kind === 'free_clips') return `Coupons of more than ${max} free ${max === 1 ? 'clip' : 'clips'}`
  return `Coupons of more than ${couponText({ kind, value: max })}`
}
