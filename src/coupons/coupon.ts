/** What a coupon takes off, and why it may not apply. */
import { formatConfirmFirst } from '#accounts/confirmed-email.ts'
import { formatCents, splitCents } from '#platform/money.ts'

export const couponKinds = ['percent', 'fixed', 'free_clips'] as const

export type Coupon = {
  id: number
  code: string
  kind: (typeof couponKinds)[number]
  /** percent: 1 to 100 · fixed: cents · free_clips: how many clips, cheapest first. */
  value: number
  starts_at: Date
  ends_at: Date | null
  /** When a staff member ended it, regardless of its dates. */
  ended_at: Date | null
  minimum_cents: number
  total_limit: number | null
  workspace_limit: number | null
  /** null: any. */
  clip_ids: number[] | null
  format_ids: number[] | null
}

/** A clip in a cart; `cents` is the price before the coupon. A coupon never reduces an agreed price. */
export type CouponLine = { clip_id: number; format_id: number; cents: number; is_agreed?: boolean }

/**
 * How many orders use the coupon. `is_makers`: its creator is a member of the workspace. `unconfirmed_email`: the
 * buyer’s email address, until it is confirmed.
 */
export type CouponUsage = { total: number; workspace: number; is_makers?: boolean; unconfirmed_email?: string | null }

/** Removes spaces and converts to upper case. */
export const normalizeCode = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** "15% off", "$50.00 off", "cheapest clip free" */
export const couponText = ({ kind, value }: Pick<Coupon, 'kind' | 'value'>): string =>
  kind === 'percent'
    ? `${value}% off`
    : kind === 'fixed'
      ? `${formatCents(value)} off`
      : value === 1
        ? 'cheapest clip free'
        : `${value} cheapest clips free`

/** Shown when the coupon’s creator is in the buyer’s workspace. */
export const OWN_CODE_TEXT = 'Someone in your workspace created this discount code, so only others can use it.'

export const UNKNOWN_CODE_TEXT = 'This discount code is not valid.'
const ENDED_CODE_TEXT = 'This discount code has ended.'

export const couponStates = ['running', 'upcoming', 'ended', 'used_up'] as const
export type CouponState = (typeof couponStates)[number]

/** `used`: how many orders use it, released ones not counted. */
export const couponState = (
  { starts_at, ends_at, ended_at, total_limit }: Pick<Coupon, 'starts_at' | 'ends_at' | 'ended_at' | 'total_limit'>,
  used: number,
  now: Date,
): CouponState => {
  if (ended_at || (ends_at && now >= ends_at)) return 'ended'
  if (now < starts_at) return 'upcoming'
  return total_limit !== null && used >= total_limit ? 'used_up' : 'running'
}

const appliesTo =
  ({ clip_ids, format_ids }: Coupon) =>
  ({ clip_id, format_id, is_agreed = false }: CouponLine): boolean =>
    !is_agreed &&
    (clip_ids === null || clip_ids.includes(clip_id)) &&
    (format_ids === null || format_ids.includes(format_id))

/** Returns why the coupon does not apply to these lines, in a sentence; null when it does. */
export const couponRefusal = (
  coupon: Coupon,
  { lines, uses, now }: { lines: readonly CouponLine[]; uses: CouponUsage; now: Date },
): string | null => {
  const { starts_at, ends_at, ended_at, minimum_cents, total_limit, workspace_limit } = coupon
  if (ended_at) return ENDED_CODE_TEXT
  if (now < starts_at) return UNKNOWN_CODE_TEXT
  if (ends_at && now >= ends_at) return ENDED_CODE_TEXT
  if (uses.is_makers) return OWN_CODE_TEXT
  // Otherwise each new account would be a workspace that has not used it yet.
  if (workspace_limit !== null && uses.unconfirmed_email) return formatConfirmFirst(uses.unconfirmed_email)
  if (total_limit !== null && uses.total >= total_limit) return 'This discount code has been used up.'
  if (workspace_limit !== null && uses.workspace >= workspace_limit)
    return 'Your workspace has used this discount code already.'
  if (lines.length === 0) return 'Put a clip into your cart first.'
  if (lines.reduce((sum, line) => sum + line.cents, 0) < minimum_cents)
    return `This discount code needs clips for ${formatCents(minimum_cents)} or more.`
  if (!lines.some(appliesTo(coupon))) return 'This discount code is for other clips or formats than those in your cart.'
  return null
}

/** Returns the discount of each line in cents, never more than the line costs. */
export const computeDiscounts = (coupon: Coupon, lines: readonly CouponLine[]): number[] => {
  const costs = lines.map(line => (appliesTo(coupon)(line) ? line.cents : 0))
  if (coupon.kind === 'free_clips') return cheapest(costs, coupon.value)
  const total_cents = costs.reduce((sum, cents) => sum + cents, 0)
  const discount_cents =
    coupon.kind === 'percent' ? Math.round((total_cents * coupon.value) / 100) : Math.min(coupon.value, total_cents)
  return splitCents(discount_cents, costs)
}

/** Returns the full cost of the `count` cheapest lines above zero, first come first; 0 for the others. */
const cheapest = (costs: readonly number[], count: number): number[] => {
  const freeIndexes = new Set(
    [...costs.keys()]
      .filter(index => costs[index] !== 0)
      .toSorted((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0))
      .slice(0, count),
  )
  return costs.map((cents, index) => (freeIndexes.has(index) ? cents : 0))
}
