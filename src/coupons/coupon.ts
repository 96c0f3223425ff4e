/** What a coupon takes off, and when it does not. */
import { confirmFirstText } from '#accounts/confirmed-email.ts'
import { formatCents, splitCents } from '#platform/money.ts'

export const coupon_kinds = ['percent', 'fixed', 'free_clips'] as const

export type Coupon = {
  id: number
  code: string
  kind: (typeof coupon_kinds)[number]
  /** percent: 1 to 100 · fixed: cents · free_clips: how many clips, the cheapest first. */
  value: number
  starts_at: Date
  ends_at: Date | null
  /** When one of us ended it, whatever its dates say. */
  ended_at: Date | null
  minimum_cents: number
  total_limit: number | null
  workspace_limit: number | null
  /** null: any. */
  clip_ids: number[] | null
  format_ids: number[] | null
}

/** A clip in a cart; `cents` is what it costs before the coupon. No coupon takes anything off a price that was agreed on. */
export type CouponLine = { clip_id: number; format_id: number; cents: number; is_agreed?: boolean }

/**
 * How many orders use the coupon by now. `is_makers`: the person who made it is in the workspace. `unconfirmed_email`: the
 * buyer's email address, until it is confirmed.
 */
export type Uses = { total: number; workspace: number; is_makers?: boolean; unconfirmed_email?: string | null }

/** As people type it: spaces and small letters do not matter. */
export const tidyCode = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** "15% off", "$50.00 off", "cheapest clip free" */
export const couponText = ({ kind, value }: Pick<Coupon, 'kind' | 'value'>): string =>
  kind === 'percent'
    ? `${value}% off`
    : kind === 'fixed'
      ? `${formatCents(value)} off`
      : value === 1
        ? 'cheapest clip free'
        : `${value} cheapest clips free`

/** What somebody reads who would use a coupon that they, or a colleague, made as one of us. */
export const own_code = 'Somebody of your workspace made this discount code, so it is for others.'

export const unknown_code = 'This discount code is not valid.'
const ended_code = 'This discount code has ended.'

export const couponStates = ['running', 'upcoming', 'ended', 'used_up'] as const
export type CouponState = (typeof couponStates)[number]

/** `used`: by how many orders, released ones not counted. */
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

/** Why it takes nothing off these lines now, in a sentence; null when it does. */
export const couponRefusal = (
  coupon: Coupon,
  { lines, uses, now }: { lines: readonly CouponLine[]; uses: Uses; now: Date },
): string | null => {
  const { starts_at, ends_at, ended_at, minimum_cents, total_limit, workspace_limit } = coupon
  if (ended_at) return ended_code
  if (now < starts_at) return unknown_code
  if (ends_at && now >= ends_at) return ended_code
  if (uses.is_makers) return own_code
  // Without this, each new account would be a workspace that has not used it yet.
  if (workspace_limit !== null && uses.unconfirmed_email) return confirmFirstText(uses.unconfirmed_email)
  if (total_limit !== null && uses.total >= total_limit) return 'This discount code has been used up.'
  if (workspace_limit !== null && uses.workspace >= workspace_limit)
    return 'Your workspace has used this discount code already.'
  if (lines.length === 0) return 'Put a clip into your cart first.'
  if (lines.reduce((sum, line) => sum + line.cents, 0) < minimum_cents)
    return `This discount code needs clips for ${formatCents(minimum_cents)} or more.`
  if (!lines.some(appliesTo(coupon))) return 'This discount code is for other clips or formats than those in your cart.'
  return null
}

/** What it takes off each line, in cents; never more than the line costs. */
export const takenOff = (coupon: Coupon, lines: readonly CouponLine[]): number[] => {
  const costs = lines.map(line => (appliesTo(coupon)(line) ? line.cents : 0))
  if (coupon.kind === 'free_clips') return cheapest(costs, coupon.value)
  const whole = costs.reduce((sum, cents) => sum + cents, 0)
  const off = coupon.kind === 'percent' ? Math.round((whole * coupon.value) / 100) : Math.min(coupon.value, whole)
  return splitCents(off, costs)
}

/** The whole of the `count` lowest costs above nothing, the first of equal ones; nothing of the others. */
const cheapest = (costs: readonly number[], count: number): number[] => {
  const free = new Set(
    [...costs.keys()]
      .filter(place => costs[place] !== 0)
      .toSorted((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0))
      .slice(0, count),
  )
  return costs.map((cents, place) => (free.has(place) ? cents : 0))
}
