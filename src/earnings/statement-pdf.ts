/** Renders a statement as PDF. The same data gives the same bytes. */
import { formatLongDate } from '#orders/dates.ts'
import type { Seller } from '#orders/documents/seller.server.ts'
import { drawHeader, TEXT_COLOR, MARGIN, createSheet, MUTED_COLOR, type Sheet } from '#orders/documents/sheet.ts'
import { formatCents } from '#platform/money.ts'

import { monthName } from './months.ts'
import { getOutcomeText, type StatementData, type StatementLine } from './statement.ts'

const AMOUNT_WIDTH = 84
const NUMBER_WIDTH = 44

export const renderStatement = (statement: StatementData & { seller: Seller }): Promise<Buffer> => {
  const { number, month, created_at, filmmaker, lines, seller } = statement
  const sheet = createSheet({ paper: 'A4', title: `Payout statement ${number}`, created_at, seller })
  drawHeader(sheet, 'Payout statement', number)
  const { rule, write, width } = sheet
  rule(sheet.y, TEXT_COLOR)
  sheet.y += 14
  sheet.y += write(filmmaker, MARGIN, sheet.y, { font: 'text-strong', size: 11, tag: 'H2' }) + 2
  sheet.y +=
    write(`${monthName(month)}, issued ${formatLongDate(created_at)}`, MARGIN, sheet.y, { color: MUTED_COLOR }) + 24
  drawColumns(sheet)
  for (const line of lines) drawLine(sheet, line)
  if (lines.length === 0) sheet.y += write('Nothing was licensed or refunded.', MARGIN, sheet.y + 9) + 18
  rule(sheet.y)
  sheet.y += 24
  drawSums(sheet, statement)
  sheet.y += write(getOutcomeText(statement), MARGIN + width / 2, sheet.y, { color: MUTED_COLOR, width: width / 2 })
  return sheet.close(`Licenses as buyers paid for them, before tax. Questions? ${seller.email}`, number)
}

const writeAmount = (sheet: Sheet, cents: number, x: number, y: number) =>
  sheet.write(formatCents(cents), x, y, { font: 'mono', size: 9, align: 'right', width: AMOUNT_WIDTH })

const drawColumns = (sheet: Sheet) => {
  const { write, right } = sheet
  const label = { size: 8.5, color: MUTED_COLOR, width: AMOUNT_WIDTH, align: 'right' } as const
  write('Clip', MARGIN, sheet.y, { size: 8.5, color: MUTED_COLOR, width: NUMBER_WIDTH })
  write('License', right - 2 * AMOUNT_WIDTH - 8, sheet.y, label)
  write('Your share', right - AMOUNT_WIDTH, sheet.y, label)
  sheet.y += 16
}

const drawLine = (sheet: Sheet, { at, clip_id, clip, net_cents, share_cents }: StatementLine) => {
  const { write, rule, width, right } = sheet
  sheet.ensureSpace(44)
  rule(sheet.y)
  const y = sheet.y + 9
  const x = MARGIN + NUMBER_WIDTH
  const textWidth = width - NUMBER_WIDTH - 2 * AMOUNT_WIDTH - 20
  const isRefund = share_cents < 0
  write(String(clip_id), MARGIN, y + 1, { font: 'mono', size: 8.5, color: MUTED_COLOR, width: NUMBER_WIDTH })
  const nameHeight = write(clip, x, y, { font: 'text-strong', size: 10, width: textWidth })
  const detailHeight = write(`${isRefund ? 'Refunded' : 'License'}  ·  ${formatLongDate(at)}`, x, y + nameHeight, {
    size: 8.5,
    color: MUTED_COLOR,
    width: textWidth,
  })
  writeAmount(sheet, net_cents, right - 2 * AMOUNT_WIDTH - 8, y + 0.5)
  writeAmount(sheet, share_cents, right - AMOUNT_WIDTH, y + 0.5)
  sheet.y = y + nameHeight + detailHeight + 9
}

const drawSums = (sheet: Sheet, statement: StatementData) => {
  const { write, rule, right, width } = sheet
  const from = MARGIN + width / 2
  sheet.ensureSpace(150)
  const row = (label: string, cents: number) => {
    write(label, from, sheet.y, { color: MUTED_COLOR, width: width / 2 - AMOUNT_WIDTH })
    writeAmount(sheet, cents, right - AMOUNT_WIDTH, sheet.y)
    sheet.y += 18
  }
  row('Carried over', statement.opening_cents)
  row('Earned', statement.earned_cents)
  row('Refunded', 0 - statement.refunded_cents)
  row('Balance', statement.opening_cents + statement.earned_cents - statement.refunded_cents)
  rule(sheet.y + 3, TEXT_COLOR, from)
  sheet.y += 14
  write('Paid out', from, sheet.y + 1, { font: 'title', size: 11 })
  const style = { font: 'title', size: 13, align: 'right', width: width / 2 } as const
  write(`${formatCents(statement.paid_cents)} USD`, from, sheet.y, style)
  sheet.y += 26
  row('Carried over', statement.closing_cents)
  sheet.y += 6
}
