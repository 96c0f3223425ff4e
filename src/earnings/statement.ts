/** The content of a monthly statement, and when a balance is paid out. All amounts are integer cents. */
import { formatAmount, formatCell } from '#platform/csv.ts'

import { monthName } from './months.ts'

/** Smaller balances are carried over, since a transfer costs both sides. */
export const MIN_PAYOUT_CENTS = 5_000

/** Returns how much of the balance at the end of a month is paid out. */
export const calculatePayout = (balance_cents: number, hasPayee: boolean): number =>
  hasPayee && balance_cents >= MIN_PAYOUT_CENTS ? balance_cents : 0

type StatementKey = { number_prefix: string; month: string; filmmaker_id: number }

/** Returns "LS-2026-11-0007" for a month and a filmmaker, with the prefix of when the month was closed. */
export const statementNumber = ({ number_prefix, month, filmmaker_id }: StatementKey): string =>
  `${number_prefix}-${month}-${String(filmmaker_id).padStart(4, '0')}`

export const statementNumberPattern = /^([A-Z0-9]{1,6})-(\d{4}-(?:0[1-9]|1[0-2]))-(\d{4,9})$/

/** Returns undefined for an invalid statement number. */
export const parseStatementNumber = (number: string): StatementKey | undefined => {
  const [, number_prefix, month, id] = statementNumberPattern.exec(number) ?? []
  return number_prefix && month && id ? { number_prefix, month, filmmaker_id: Number(id) } : undefined
}

export type StatementLine = {
  /** ISO timestamp. */
  at: string
  clip_id: number
  clip: string
  /** The license price after discounts and before tax; negative for a refund. */
  net_cents: number
  /** The filmmaker's share of it. */
  share_cents: number
}

export type StatementData = {
  number: string
  month: string
  filmmaker: string
  /** ISO timestamp. */
  created_at: string
  opening_cents: number
  earned_cents: number
  refunded_cents: number
  paid_cents: number
  closing_cents: number
  lines: StatementLine[]
}

/** Returns the sentence that explains why the balance is paid or carried over. */
export const getOutcomeText = ({
  paid_cents,
  closing_cents,
}: Pick<StatementData, 'paid_cents' | 'closing_cents'>): string => {
  if (paid_cents > 0) return 'The balance is paid out to the PayPal address of your payout settings.'
  if (closing_cents < 0)
    return 'More was refunded than earned. It is carried over, and your next earnings make up for it.'
  if (closing_cents < MIN_PAYOUT_CENTS) return 'Less than $50.00 is carried over to the next month.'
  return 'There was no PayPal address to pay to, so the balance is carried over.'
}

/** Returns one row per license and refund, then the totals, in dollars. */
export const statementCsv = (statement: StatementData): string => {
  const totals: [string, number][] = [
    ['Carried over', statement.opening_cents],
    ['Earned', statement.earned_cents],
    ['Refunded', 0 - statement.refunded_cents],
    ['Paid out', 0 - statement.paid_cents],
    ['Balance', statement.closing_cents],
  ]
  const rows = [
    ['Date (UTC)', 'What', 'Clip', 'Name', 'License (USD)', 'Your share (USD)'].map(formatCell),
    ...statement.lines.map(({ at, clip_id, clip, net_cents, share_cents }) => [
      at.slice(0, 10),
      formatCell(share_cents < 0 ? 'Refunded' : 'License'),
      String(clip_id),
      formatCell(clip),
      formatAmount(net_cents),
      formatAmount(share_cents),
    ]),
    ...totals.map(([label, cents]) => [
      '',
      formatCell(`${label}, ${monthName(statement.month)}`),
      '',
      '',
      '',
      formatAmount(cents),
    ]),
  ]
  return rows.map(row => `${row.join(',')}\r\n`).join('')
}
