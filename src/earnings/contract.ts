/** Endpoints for a filmmaker's own clips, earnings and payouts. */
import * as z from 'zod/mini'

import { User } from '#accounts/contract.ts'
import { InviteeBody, InviteTokenParam, MailedInvite } from '#accounts/mailed-invite.ts'
import { Password } from '#accounts/passwords.ts'
import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { requiredText } from '#platform/text.ts'

import { clipSorts, ranges, sortDirections } from './audience.ts'
import { taxFormKinds, taxFormStates } from './tax-form.ts'

export const Earnings = z.object({
  filmmaker: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
  /** The filmmaker's share of a license, in basis points: 5000 is half. */
  basis_points: z.int(),
  /** Earned and not paid out yet; negative when refunds exceed it. */
  balance: Money,
  earned: Money,
  paid_out: Money,
  clips_count: z.int(),
  licenses_count: z.int(),
  boards_count: z.int(),
  /** The last twelve months, the current one last. */
  months: z.array(
    z.object({
      /** 2026-11 */
      month: z.string(),
      earned: Money,
      refunded: Money,
      licenses: z.int(),
    }),
  ),
})
export type Earnings = z.infer<typeof Earnings>

export const getEarnings = endpoint('GET', '/filmmaker/earnings', {
  summary: 'Get the earnings of the caller’s filmmaker by month; null while the caller is not linked to one',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(Earnings),
  refusals: [404],
})

const Range = z.enum(ranges, 'Choose 30d or 12m.')

export const EarningClip = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(['draft', 'in_review', 'published', 'withdrawn']),
  thumbs: z.array(Picture),
  views: z.int(),
  hovers: z.int(),
  /** How many boards it was added to within the range and is still on. */
  boards: z.int(),
  /** How many licenses were granted within the range and not revoked. */
  licenses: z.int(),
  earned: Money,
})
export type EarningClip = z.infer<typeof EarningClip>

export const listEarningClips = endpoint('GET', '/filmmaker/clips', {
  summary: 'List the caller’s clips with their counts and earnings within a range, sorted and paginated',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    page: z.optional(PageNumber),
    range: z.optional(Range),
    sort: z.optional(z.enum(clipSorts, 'Choose a column to sort by.')),
    way: z.optional(z.enum(sortDirections, 'Choose asc or desc.')),
  }),
  reply: z.array(EarningClip),
  meta: Pagination,
  refusals: [404],
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
  summary: 'Count views, hovers, board adds and licenses of the caller’s clips by day or month; null while not linked',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ range: z.optional(Range) }),
  reply: z.nullable(Audience),
  refusals: [404],
})

const PayoutStatement = z.object({
  number: z.string(),
  /** 2026-10 */
  month: z.string(),
  earned: Money,
  refunded: Money,
  paid: Money,
  balance: Money,
  created_at: z.string(),
  /** null: not sent yet, or nothing was paid out. */
  sent: z.nullable(
    z.object({
      on: z.string(),
      reference: z.string(),
      /** The masked address it went to; null if that is no longer stored. */
      to: z.nullable(z.string()),
    }),
  ),
})
export type PayoutStatement = z.infer<typeof PayoutStatement>

export const listStatements = endpoint('GET', '/filmmaker/statements', {
  summary: 'List the monthly statements of the caller’s filmmaker, latest first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(PayoutStatement),
  refusals: [404],
})

const PayoutSettings = z.object({ payee_name: z.string(), paypal_email: z.string() })

export const getPayoutSettings = endpoint('GET', '/filmmaker/payout-settings', {
  summary: 'Get the payout settings of the caller’s filmmaker; null before they are set',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(PayoutSettings),
  refusals: [404],
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
  /** The caller's password, so that a stolen session cannot redirect payouts. */
  password: Password,
})

export const savePayoutSettings = endpoint('PUT', '/filmmaker/payout-settings', {
  summary:
    'Save the payee and PayPal address for payouts, confirmed with the password; the old and the new address get a mail',
  who: 'signed_in',
  body: PayoutBody,
  reply: PayoutSettings,
  per_minute: 20,
  refusals: [404],
})

export const TaxFormStatus = z.object({
  state: z.enum(taxFormStates),
  /** The form that counts; null without any. */
  kind: z.nullable(z.enum(taxFormKinds)),
  /** Its last day; null when it doesn’t expire. */
  expires_on: z.nullable(z.string()),
})
export type TaxFormStatus = z.infer<typeof TaxFormStatus>

export const getTaxFormStatus = endpoint('GET', '/filmmaker/tax-form', {
  summary: 'Get whether a valid tax form of the caller’s filmmaker is on file; null before the account is linked',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(TaxFormStatus),
  refusals: [404],
})

export const statementPath = (number: string, file: 'pdf' | 'csv'): string =>
  `/api/filmmaker/statements/${number}/${file}`

export const getFilmmakerInvite = endpoint('GET', '/filmmaker-invites/:token', {
  summary: 'Get an invite to a filmmaker’s portal by its mailed link: 404 unknown, 410 used, revoked or expired',
  who: 'anyone',
  before_opening: 'allowed',
  per_minute: 60,
  params: InviteTokenParam,
  reply: z.extend(MailedInvite, { filmmaker: z.string() }),
  refusals: [404, 410],
})

export const acceptFilmmakerInvite = endpoint('POST', '/filmmaker-invites/:token', {
  summary: 'Accept an invite to a filmmaker’s portal: with the signed-in account of its email, or with a new one',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  params: InviteTokenParam,
  body: InviteeBody,
  reply: User,
  refusals: [401, 404, 409, 410],
})
