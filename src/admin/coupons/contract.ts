/** Coupons as our people make, end and follow them. */
import * as z from 'zod/mini'

import { coupon_kinds, couponStates } from '#coupons/coupon.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { requiredText } from '#platform/text.ts'

import { ReasonBody } from '../contract.ts'

const CouponRow = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(coupon_kinds),
  /** "15% off" */
  text: z.string(),
  state: z.enum(couponStates),
  starts_at: z.string(),
  /** The first moment at which it no longer counts. */
  ends_at: z.nullable(z.string()),
  /** When one of us ended it. */
  ended_at: z.nullable(z.string()),
  minimum: Money,
  total_limit: z.nullable(z.int()),
  workspace_limit: z.nullable(z.int()),
  format_ids: z.nullable(z.array(z.int())),
  clip_ids: z.nullable(z.array(z.int())),
  /** How many orders use it, released ones not counted, and what they saved. */
  used: z.int(),
  saved: Money,
})
export type CouponRow = z.infer<typeof CouponRow>

export const CouponFacts = z.extend(CouponRow, {
  clips: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The ledger, latest first. */
  uses: z.array(
    z.object({
      id: z.int(),
      state: z.enum(['held', 'redeemed', 'released']),
      workspace: z.object({ id: z.int(), name: z.string() }),
      order_id: z.int(),
      order_number: z.nullable(z.string()),
      discount: Money,
      held_at: z.string(),
      ended_at: z.nullable(z.string()),
    }),
  ),
})
export type CouponFacts = z.infer<typeof CouponFacts>

export const listCoupons = endpoint('GET', '/admin/coupons', {
  summary: 'Coupons by a part of their code, newest first, with how far each has been used',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(z.enum(couponStates)),
  }),
  reply: z.array(CouponRow),
  meta: Pagination,
})

export const getCoupon = endpoint('GET', '/admin/coupons/:id', {
  summary: 'A coupon with its ledger of uses',
  who: 'staff',
  params: IdParam,
  reply: CouponFacts,
})

const value_text = 'Say how much it takes off.'
const limit_text = 'A limit is a whole number above 0, or none.'
const Limit = z.nullable(z.int(limit_text).check(z.minimum(1, limit_text), z.maximum(1_000_000, limit_text)))
const Moment = z.iso.datetime('Choose a day.')

/** A code is never changed silently: buyers get it as it was typed here. */
const noSpaces = (code: string) => {
  const words = code.toUpperCase().split(/\s+/)
  return `A code has no spaces. Type ${words.join('-')} or ${words.join('')}.`
}

export const CouponBody = z
  .object({
    /** Without one, a random code is made, which nobody guesses. */
    code: z.optional(
      z.string('Code is required').check(
        z.trim(),
        z.refine(code => !/\s/.test(code), { error: ({ input }) => noSpaces(String(input)), abort: true }),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, 'A code has 3 to 40 letters, digits and dashes.'),
      ),
    ),
    kind: z.enum(coupon_kinds, 'Choose what it takes off.'),
    /** Percent, cents, or how many clips. */
    value: z.int(value_text).check(z.minimum(1, value_text), z.maximum(100_000_000, 'This is too much.')),
    starts_at: Moment,
    ends_at: z.nullable(Moment),
    minimum_cents: z
      .int('The minimum is an amount, or nothing.')
      .check(z.nonnegative('The minimum is not below nothing.'), z.maximum(1_000_000_000, 'This is too much.')),
    total_limit: Limit,
    workspace_limit: Limit,
    /** null: any. */
    clip_ids: z.nullable(
      z
        .array(idIn('A clip is named by its number.'))
        .check(z.minLength(1, 'Name a clip, or leave it for every clip.'), z.maxLength(500, 'At most 500 clips.')),
    ),
    format_ids: z.nullable(
      z
        .array(z.int().check(z.minimum(1, 'Choose a format'), z.maximum(4, 'Choose a format')))
        .check(z.minLength(1, 'Choose a format, or leave it for every format.'), z.maxLength(4)),
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

export const makeCoupon = endpoint('POST', '/admin/coupons', {
  summary: 'Make a coupon; what people hold is never edited, only ended',
  who: 'staff',
  body: CouponBody,
  reply: CouponFacts,
})

export const endCoupon = endpoint('POST', '/admin/coupons/:id/end', {
  summary: 'End a coupon for good; orders that used it keep what it took off',
  who: 'staff',
  params: IdParam,
  body: ReasonBody,
  reply: CouponFacts,
})
