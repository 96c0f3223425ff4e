/** Endpoints with which staff close months and mark payouts as sent. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { statementNumberPattern } from '../statement.ts'

const ClosingLine = z.object({
  filmmaker: z.string(),
  opening: Money,
  earned: Money,
  refunded: Money,
  paid: Money,
  closing: Money,
  has_payee: z.boolean(),
})

export const MonthClosing = z.object({
  /** The previous month, such as 2026-10. */
  month: z.string(),
  /** One line per statement; empty when the month is closed or has no entries. */
  rows: z.array(ClosingLine),
  paid: Money,
})
export type MonthClosing = z.infer<typeof MonthClosing>

const Payee = z.object({ name: z.string(), email: z.string() })

const PayoutSummary = z.object({
  number: z.string(),
  month: z.string(),
  filmmaker: z.string(),
  paid: Money,
  /** The current payout details; null when there are none. */
  payee: z.nullable(Payee),
  sent: z.nullable(
    z.object({
      on: z.string(),
      reference: z.string(),
      /** The payee that it was sent to, with a masked email; null when that is no longer known. */
      to: z.nullable(Payee),
    }),
  ),
})
export type PayoutSummary = z.infer<typeof PayoutSummary>

export const getPayoutOverview = endpoint('GET', '/admin/payouts', {
  summary: 'Get a preview of closing the last month, and all payouts, those not sent first',
  who: 'platform_admins',
  reply: z.object({ closing: MonthClosing, payouts: z.array(PayoutSummary) }),
})

export const closeLastMonth = endpoint('POST', '/admin/payouts/close', {
  summary: 'Close the last month: write its statements and pay out balances; idempotent',
  who: 'platform_admins',
  body: z.object({
    month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month has the form 2026-10.')),
    /** The total that the caller saw in the preview. */
    expected_cents: z.int('An amount is in whole cents.').check(z.nonnegative('An amount cannot be negative.')),
    reason: optionalText('Reason', 500),
  }),
  reply: z.object({ written: z.int() }),
})

export const MarkPayoutSentBody = z.object({
  sent_on: z.iso.date('Choose the day on which it was sent.'),
  reference: requiredText('Reference', 120, 'The reference is too long.'),
  /** The payee that the caller saw in the list. */
  payee: z.nullable(Payee),
  reason: optionalText('Note', 500),
})

export const markPayoutSent = endpoint('POST', '/admin/payouts/:number/sent', {
  summary: 'Mark a payout as sent and mail the filmmaker’s people',
  who: 'platform_admins',
  params: z.object({ number: z.string().check(z.regex(statementNumberPattern)) }),
  body: MarkPayoutSentBody,
  reply: z.array(PayoutSummary),
})
