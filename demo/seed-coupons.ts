/** Seeds one coupon of each kind. */
import { couponText } from '../src/coupons/coupon.ts'
import { createCoupon } from '../src/coupons/coupons.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { formatCents } from '../src/platform/money.ts'

export type DemoCoupon = { code: string; about: string }

const coupons = [
  { code: 'FIRSTCUT', kind: 'percent', value: 15 },
  { code: 'WRAP50', kind: 'fixed', value: 5_000, minimum_cents: 30_000 },
  { code: 'ONETAKE', kind: 'free_clips', value: 1, workspace_limit: 1 },
] as const

/** Returns the codes. Does nothing when any coupon exists. */
export const seedCoupons = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<DemoCoupon[]> => {
  const existing = await db.selectFrom('coupons').select('id').limit(1).executeTakeFirst()
  if (!existing) for (const coupon of coupons) await createCoupon(db, { ...coupon, starts_at: clock.now() })
  const codes = coupons.map(({ code }) => code)
  const saved = await db.selectFrom('coupons').where('code', 'in', codes).select('code').execute()
  return coupons
    .filter(({ code }) => saved.some(savedCoupon => savedCoupon.code === code))
    .map(coupon => ({ code: coupon.code, about: describeCoupon(coupon) }))
}

const describeCoupon = (coupon: (typeof coupons)[number]) =>
  [
    couponText(coupon),
    'minimum_cents' in coupon && `from ${formatCents(coupon.minimum_cents)}`,
    'workspace_limit' in coupon && 'once for each workspace',
  ]
    .filter(Boolean)
    .join(', ')
