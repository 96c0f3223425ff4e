/** Draws a statement. The same facts give the same bytes. */
import { longDate } from '#orders/dates.ts'
import { drawHead, ink, margin, openSheet, soft, type Sheet } from '#orders/documents/sheet.ts'
import { brand } from '#platform/brand.ts'
import { formatCents } from '#platform/money.ts'

import { monthName } from './months.ts'
import { outcomeOf, type StatementFacts, type StatementLine } from './statement.ts'

const amount_width = 84
const number_width = 44

export const drawStatement = (facts: StatementFacts): Promise<Buffer> => {
  const { number, month, made_at, filmmaker, lines } = facts
  const sheet = openSheet({ paper: 'A4', title: `Payout statement ${number}`, made_at })
  drawHead(sheet, 'Payout statement', number)
  const { rule, write, width } = sheet
  rule(sheet.y, ink)
  sheet.y += 14
  sheet.y += write(filmmaker, margin, sheet.y, { font: 'text-strong', size: 11, tag: 'H2' }) + 2
  sheet.y += write(`${monthName(month)}, made on ${longDate(made_at)}`, margin, sheet.y, { color: soft }) + 24
  drawColumns(sheet)
  for (const line of lines) drawLine(sheet, line)
  if (lines.length === 0) sheet.y += write('Nothing was licensed or given back.', margin, sheet.y + 9) + 18
  rule(sheet.y)
  sheet.y += 24
  drawSums(sheet, facts)
  sheet.y += write(outcomeOf(facts), margin + width / 2, sheet.y, { color: soft, width: width / 2 })
  return sheet.close(`Licenses as buyers paid for them, before tax. Questions? ${brand.email}`, number)
}

const money = (sheet: Sheet, cents: number, x: number, y: number) =>
  sheet.write(formatCents(cents), x, y, { font: 'mono', size: 9, align: 'right', width: amount_width })

const drawColumns = (sheet: Sheet) => {
  const { write, right } = sheet
  const label = { size: 8.5, color: soft, width: amount_width, align: 'right' } as const
  write('Clip', margin, sheet.y, { size: 8.5, color: soft, width: number_width })
  write('License', right - 2 * amount_width - 8, sheet.y, label)
  write('Your share', right - amount_width, sheet.y, label)
  sheet.y += 16
}

const drawLine = (sheet: Sheet, { at, clip_id, clip, net_cents, share_cents }: StatementLine) => {
  const { write, rule, width, right } = sheet
  sheet.room(44)
  rule(sheet.y)
  const y = sheet.y + 9
  const x = margin + number_width
  const wide = width - number_width - 2 * amount_width - 20
  const isBack = share_cents < 0
  write(String(clip_id), margin, y + 1, { font: 'mono', size: 8.5, color: soft, width: number_width })
  const named = write(clip, x, y, { font: 'text-strong', size: 10, width: wide })
  const said = write(`${isBack ? 'Given back' : 'License'}  ·  ${longDate(at)}`, x, y + named, {
    size: 8.5,
    color: soft,
    width: wide,
  })
  money(sheet, net_cents, right - 2 * amount_width - 8, y + 0.5)
  money(sheet, share_cents, right - amount_width, y + 0.5)
  sheet.y = y + named + said + 9
}

const drawSums = (sheet: Sheet, facts: StatementFacts) => {
  const { write, rule, right, width } = sheet
  const from = margin + width / 2
  sheet.room(150)
  const row = (label: string, cents: number) => {
    write(label, from, sheet.y, { color: soft, width: width / 2 - amount_width })
    money(sheet, cents, right - amount_width, sheet.y)
    sheet.y += 18
  }
  row('Carried over', facts.opening_cents)
  row('Earned', facts.earned_cents)
  row('Given back', 0 - facts.given_back_cents)
  row('Balance', facts.opening_cents + facts.earned_cents - facts.given_back_cents)
  rule(sheet.y + 3, ink, from)
  sheet.y += 14
  write('Paid out', from, sheet.y + 1, { font: 'title', size: 11 })
  const style = { font: 'title', size: 13, align: 'right', width: width / 2 } as const
  write(`${formatCents(facts.paid_cents)} USD`, from, sheet.y, style)
  sheet.y += 26
  row('Carried over', facts.closing_cents)
  sheet.y += 6
}
