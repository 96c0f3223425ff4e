/** Months as our people close them, and payouts as they send them. */
import * as z from 'zod/mini'

import { statement_number_shape } from '#earnings/statement.ts'
import { endpoint } from '#platform/endpoint.ts'
import { Money } from '#platform/money-shape.ts'
import { optionalText, requiredText } from '#platform/text.ts'

const ClosingRow = z.object({
  filmmaker: z.string(),
  opening: Money,
  earned: Money,
  given_back: Money,
  paid: Money,
  closing: Money,
  has_payee: z.boolean(),
})

export const Closing = z.object({
  /** The month before this one: 2026-10 */
  month: z.string(),
  /** A statement for each; none when it is closed, or nothing has happened. */
  rows: z.array(ClosingRow),
  paid: Money,
})
export type Closing = z.infer<typeof Closing>

const Payee = z.object({ name: z.string(), email: z.string() })

const PayoutRow = z.object({
  number: z.string(),
  month: z.string(),
  filmmaker: z.string(),
  paid: Money,
  /** Where payouts go now; null where nobody says so any more. */
  payee: z.nullable(Payee),
  sent: z.nullable(
    z.object({
      on: z.string(),
      reference: z.string(),
      /** Where it went, the address masked; null where that is not known any more. */
      to: z.nullable(Payee),
    }),
  ),
})
export type PayoutRow = z.infer<typeof PayoutRow>

export const getPayoutDesk = endpoint('GET', '/admin/payouts', {
  summary: 'What closing the last month would make, and payouts with whether they were sent: those that wait first',
  who: 'platform_admins',
  reply: z.object({ closing: Closing, payouts: z.array(PayoutRow) }),
})

export const closeLastMonth = endpoint('POST', '/admin/payouts/close', {
  summary: 'Writes the statements of the last month and pays balances out; a second time makes nothing',
  who: 'platform_admins',
  body: z.object({
    month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month is written like 2026-10.')),
    /** What would be paid out when it was looked at. */
    seen_cents: z.int('An amount is in whole cents.').check(z.nonnegative('An amount is not below zero.')),
    reason: optionalText('Reason', 500),
  }),
  reply: z.object({ written: z.int() }),
})

export const SentBody = z.object({
  sent_on: z.iso.date('Choose the day on which it was sent.'),
  reference: requiredText('Reference', 120, 'The reference is too long.'),
  /** Where it went, as it stood in the list. */
  payee: z.nullable(Payee),
  reason: optionalText('Note', 500),
})

export const markPayoutSent = endpoint('POST', '/admin/payouts/:number/sent', {
  summary: 'Says that a payout has left, and mails those who look after the filmmaker',
  who: 'platform_admins',
  params: z.object({ number: z.string().check(z.regex(statement_number_shape)) }),
  body: SentBody,
  reply: z.array(PayoutRow),
})
