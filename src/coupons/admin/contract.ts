/** Endpoints with which staff create, end and follow coupons. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { ReasonBody, requiredText } from '#platform/text.ts'

import { couponKinds, couponStates } from '../coupon.ts'

const CouponSummary = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(couponKinds),
  /** "15% off" */
  text: z.string(),
  state: z.enum(couponStates),
  starts_at: z.string(),
  /** The first moment at which the coupon is no longer valid. */
  ends_at: z.nullable(z.string()),
  /** When a staff member ended it. */
  ended_at: z.nullable(z.string()),
  minimum: Money,
  total_limit: z.nullable(z.int()),
  workspace_limit: z.nullable(z.int()),
  format_ids: z.nullable(z.array(z.int())),
  clip_ids: z.nullable(z.array(z.int())),
  /** The number of orders that use it, without released ones, and their total discount. */
  used: z.int(),
  saved: Money,
})
export type CouponSummary = z.infer<typeof CouponSummary>

export const StaffCoupon = z.extend(CouponSummary, {
  clips: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Every use, latest first. */
  uses: z.array(
    z.object({
      id: z.int(),
      state: z.enum(['reserved', 'redeemed', 'released']),
      workspace: z.object({ id: z.int(), name: z.string() }),
      order_id: z.int(),
      order_number: z.nullable(z.string()),
      discount: Money,
      reserved_at: z.string(),
      ended_at: z.nullable(z.string()),
    }),
  ),
})
export type StaffCoupon = z.infer<typeof StaffCoupon>

export const listCoupons = endpoint('GET', '/admin/coupons', {
  summary: 'Search coupons by a part of their code, newest first, with their usage',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(z.enum(couponStates)),
  }),
  reply: z.array(CouponSummary),
  meta: Pagination,
})

export const getCoupon = endpoint('GET', '/admin/coupons/:id', {
  summary: 'Get a coupon with its uses',
  who: 'staff',
  params: IdParam,
  reply: StaffCoupon,
})

const VALUE_MESSAGE = 'Enter the discount.'
const LIMIT_MESSAGE = 'A limit is a whole number above 0, or none.'
const Limit = z.nullable(z.int(LIMIT_MESSAGE).check(z.minimum(1, LIMIT_MESSAGE), z.maximum(1_000_000, LIMIT_MESSAGE)))
const CouponTimestamp = z.iso.datetime('Choose a day.')

/** Spaces are refused rather than removed, since staff hand out the code as they typed it. */
const describeSpacesError = (code: string) => {
  const parts = code.toUpperCase().split(/\s+/)
  return `A code has no spaces. Type ${parts.join('-')} or ${parts.join('')}.`
}

export const CouponBody = z
  .object({
    /** Without one, a random code is generated. */
    code: z.optional(
      z.string('Code is required').check(
        z.trim(),
        z.refine(code => !/\s/.test(code), { error: ({ input }) => describeSpacesError(String(input)), abort: true }),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, 'A code has 3 to 40 letters, digits and dashes.'),
      ),
    ),
    kind: z.enum(couponKinds, 'Choose the type of discount.'),
    /** Percent, cents or number of clips, depending on `kind`. */
    value: z.int(VALUE_MESSAGE).check(z.minimum(1, VALUE_MESSAGE), z.maximum(100_000_000, 'This is too high.')),
    starts_at: CouponTimestamp,
    ends_at: z.nullable(CouponTimestamp),
    minimum_cents: z
      .int('Enter an amount, or leave it empty.')
      .check(z.nonnegative('The minimum cannot be negative.'), z.maximum(1_000_000_000, 'This is too high.')),
    total_limit: Limit,
    workspace_limit: Limit,
    /** Null means any clip. */
    clip_ids: z.nullable(
      z
        .array(idField('A clip id is a whole number.'))
        .check(
          z.minLength(1, 'Enter a clip, or leave it empty for every clip.'),
          z.maxLength(500, 'At most 500 clips.'),
        ),
    ),
    format_ids: z.nullable(
      z
        .array(z.int().check(z.minimum(1, 'Choose a format'), z.maximum(4, 'Choose a format')))
        .check(z.minLength(1, 'Choose a format, or leave it empty for every format.'), z.maxLength(4)),
    ),
    reason: requiredText('Reason', 500, 'The reason is too long.'),
  })
  .check(
    z.refine(({ kind, value }) => kind !== 'percent' || value <= 100, {
      path: ['value'],
      error: 'No more than 100 percent can be taken off.',
    }),
    z.refine(({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at, {
      path: ['ends_at'],
      error: 'The last day comes before the first.',
    }),
  )

export const createCoupon = endpoint('POST', '/admin/coupons', {
  summary: 'Create a coupon; an existing one can only be ended, not edited',
  who: 'staff',
  body: CouponBody,
  reply: StaffCoupon,
})

export const endCoupon = endpoint('POST', '/admin/coupons/:id/end', {
  summary: 'End a coupon permanently; orders that used it keep their discount',
  who: 'staff',
  params: IdParam,
  body: ReasonBody,
  reply: StaffCoupon,
})
