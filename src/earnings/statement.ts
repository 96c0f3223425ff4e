/** What a month's statement says, and when a balance is paid out. All amounts are integer cents. */
import { monthName } from './months.ts'

/** Less than this is carried over: a transfer costs both sides. */
export const least_payout_cents = 5_000

/** Of what stands at the end of a month, what is paid out. */
export const payoutOf = (balance_cents: number, hasPayee: boolean): number =>
  hasPayee && balance_cents >= least_payout_cents ? balance_cents : 0

/** "LS-2026-11-0007": of a month and a filmmaker. */
export const statementNumber = (month: string, filmmaker_id: number): string =>
  `LS-${month}-${String(filmmaker_id).padStart(4, '0')}`

export const statement_number_shape = /^LS-(\d{4}-(?:0[1-9]|1[0-2]))-(\d{4,9})$/

/** undefined for what is no number of a statement. */
export const readStatementNumber = (number: string): { month: string; filmmaker_id: number } | undefined => {
  const [, month, id] = statement_number_shape.exec(number) ?? []
  return month && id ? { month, filmmaker_id: Number(id) } : undefined
}

export type StatementLine = {
  /** ISO moment. */
  at: string
  clip_id: number
  clip: string
  /** What the license cost after discounts, before tax; below nothing for what was given back of it. */
  net_cents: number
  /** The filmmaker's part of that. */
  share_cents: number
}

export type StatementFacts = {
  number: string
  month: string
  filmmaker: string
  /** ISO moment. */
  made_at: string
  opening_cents: number
  earned_cents: number
  given_back_cents: number
  paid_cents: number
  closing_cents: number
  lines: StatementLine[]
}

/** Why what was earned is paid, or carried over. */
export const outcomeOf = ({
  paid_cents,
  closing_cents,
}: Pick<StatementFacts, 'paid_cents' | 'closing_cents'>): string => {
  if (paid_cents > 0) return 'The balance is paid out to the PayPal address of your payout settings.'
  if (closing_cents < 0)
    return 'More was given back than earned. It is carried over, and what you earn next makes up for it.'
  if (closing_cents < least_payout_cents) return 'Less than $50.00 is carried over to the next month.'
  return 'There was no PayPal address to pay to, so the balance is carried over.'
}

/** What begins like this would be carried out by a spreadsheet: a clip's name is no formula. */
const formula = /^[=+\-@\t\r]/

const text = (said: string) => `"${(formula.test(said) ? `'${said}` : said).replaceAll('"', '""')}"`
const amount = (cents: number) => (cents / 100).toFixed(2)

/** A line for each license and each refund, then the sums; amounts in dollars. */
export const statementCsv = (facts: StatementFacts): string => {
  const sums: [string, number][] = [
    ['Carried over', facts.opening_cents],
    ['Earned', facts.earned_cents],
    ['Given back', 0 - facts.given_back_cents],
    ['Paid out', 0 - facts.paid_cents],
    ['Balance', facts.closing_cents],
  ]
  const rows = [
    ['Date (UTC)', 'What', 'Clip', 'Name', 'License (USD)', 'Your share (USD)'].map(text),
    ...facts.lines.map(({ at, clip_id, clip, net_cents, share_cents }) => [
      at.slice(0, 10),
      text(share_cents < 0 ? 'Given back' : 'License'),
      String(clip_id),
      text(clip),
      amount(net_cents),
      amount(share_cents),
    ]),
    ...sums.map(([label, cents]) => ['', text(`${label}, ${monthName(facts.month)}`), '', '', '', amount(cents)]),
  ]
  return rows.map(row => `${row.join(',')}\r\n`).join('')
}
