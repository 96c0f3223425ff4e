/** What a filmmaker sees of their own: clips, earnings, balance. */
import * as z from 'zod/mini'

import { Password } from '#accounts/passwords.ts'
import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { requiredText } from '#platform/text.ts'

import { clipSorts, ranges, ways } from './audience.ts'

export const Earnings = z.object({
  filmmaker: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
  /** What is theirs of a license now, in basis points: 5000 is a half. */
  basis_points: z.int(),
  /** Earned and not paid out yet; below nothing when more was given back since. */
  balance: Money,
  earned: Money,
  paid_out: Money,
  clips_count: z.int(),
  licenses_count: z.int(),
  boards_count: z.int(),
  /** The last twelve months, this one last. */
  months: z.array(
    z.object({
      /** 2026-11 */
      month: z.string(),
      earned: Money,
      given_back: Money,
      licenses: z.int(),
    }),
  ),
})
export type Earnings = z.infer<typeof Earnings>

export const getEarnings = endpoint('GET', '/filmmaker/earnings', {
  summary: 'What the caller’s filmmaker has earned, by month; null while the caller is linked to none',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(Earnings),
})

const Range = z.enum(ranges, 'The last 30 days or 12 months: 30d or 12m.')

export const EarningClip = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(['draft', 'in_review', 'published', 'withdrawn']),
  thumbs: z.array(Picture),
  views: z.int(),
  hovers: z.int(),
  /** On how many boards it was put, and still is. */
  boards: z.int(),
  /** Granted, and held still. */
  licenses: z.int(),
  earned: Money,
})
export type EarningClip = z.infer<typeof EarningClip>

export const listEarningClips = endpoint('GET', '/filmmaker/clips', {
  summary: 'The caller’s clips with what each came to within a range, sorted as asked, a page at a time',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    page: z.optional(PageNumber),
    range: z.optional(Range),
    sort: z.optional(z.enum(clipSorts, 'Sort by one of the columns.')),
    way: z.optional(z.enum(ways, 'Up or down: asc or desc.')),
  }),
  reply: z.array(EarningClip),
  meta: Pagination,
})

const Audience = z.object({
  range: Range,
  points: z.array(
    z.object({
      /** 2026-11-23, or 2026-11 */
      point: z.string(),
      views: z.int(),
      hovers: z.int(),
      boards: z.int(),
      licenses: z.int(),
    }),
  ),
})
export type Audience = z.infer<typeof Audience>

export const getAudience = endpoint('GET', '/filmmaker/audience', {
  summary: 'How the caller’s clips were seen, put on boards and licensed, by day or month; null while linked to none',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ range: z.optional(Range) }),
  reply: z.nullable(Audience),
})

const Statement = z.object({
  number: z.string(),
  /** 2026-10 */
  month: z.string(),
  earned: Money,
  given_back: Money,
  paid: Money,
  balance: Money,
  made_at: z.string(),
  /** null: not sent yet, or nothing was paid out. */
  sent: z.nullable(
    z.object({
      on: z.string(),
      reference: z.string(),
      /** The address that it went to, masked; null where that is not known any more. */
      to: z.nullable(z.string()),
    }),
  ),
})
export type Statement = z.infer<typeof Statement>

export const listStatements = endpoint('GET', '/filmmaker/statements', {
  summary: 'The monthly statements of the caller’s filmmaker, the latest first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(Statement),
})

const PayoutSettings = z.object({ payee_name: z.string(), paypal_email: z.string() })

export const getPayoutSettings = endpoint('GET', '/filmmaker/payout-settings', {
  summary: 'How the caller’s filmmaker is paid; null while nobody has said so',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(PayoutSettings),
})

export const PayoutBody = z.object({
  payee_name: requiredText('Name', 120, 'The name is too long.'),
  paypal_email: z
    .string('PayPal address is required')
    .check(
      z.trim(),
      z.minLength(1, 'PayPal address is required'),
      z.maxLength(254, 'This address is too long.'),
      z.email('This is not an e-mail address.'),
    ),
  /** Of whoever asks: whoever only has their session must not lead payouts elsewhere. */
  password: Password,
})

export const savePayoutSettings = endpoint('PUT', '/filmmaker/payout-settings', {
  summary: 'Say, with one’s password, to whom and to which PayPal address payouts go; the old and the new are told',
  who: 'signed_in',
  body: PayoutBody,
  reply: PayoutSettings,
  per_minute: 20,
})

export const statementPath = (number: string, file: 'pdf' | 'csv'): string =>
  `/api/filmmaker/statements/${number}/${file}`
