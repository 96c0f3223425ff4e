/** A receipt or an invoice. */
import { brand } from '#platform/brand.ts'
import { formatCents } from '#platform/money.ts'

import { longDate } from '../dates.ts'
import type { BillFacts } from './facts.ts'
import { drawHead, ink, margin, openSheet, soft, type Sheet } from './sheet.ts'

export const drawBill = (facts: BillFacts): Promise<Buffer> => {
  const { kind, number, paper, has_limits } = facts
  const name = names[kind]
  const sheet = openSheet({ paper, title: `${name} ${number}`, made_at: facts.paid_at ?? facts.placed_at })
  drawHead(sheet, name, number)
  drawParties(sheet, facts)
  for (const [i, license] of facts.licenses.entries())
    drawLicense(sheet, license, i + 1, i + 1 === facts.licenses.length ? totalsHeight(facts) : 0)
  drawTotals(sheet, facts)
  const holds = has_limits
    ? 'Each license above says where and how long it holds.'
    : 'The licenses above are yours worldwide, for good.'
  const thanks = {
    receipt: `Paid in full. ${holds}`,
    invoice: `Please give ${number} with your payment.`,
    'credit-note': facts.closing,
  }
  return sheet.close(`${thanks[kind]} Questions? ${brand.email}`, number)
}

const names: Record<BillFacts['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
}
const totals: Record<BillFacts['kind'], string> = {
  receipt: 'Total paid',
  invoice: 'Total due',
  'credit-note': 'Total credited',
}

const drawParties = (
  sheet: Sheet,
  { bill_to, references, placed_at, due_at, paid_at, payment_method, kind }: BillFacts,
) => {
  const { rule, write, width } = sheet
  rule(sheet.y, ink)
  const top = sheet.y + 14
  const column = width / 2
  const label = (text: string, x: number, y: number) => write(text, x, y, { size: 8.5, color: soft })
  label('Billed to', margin, top)
  let left = top + 14
  for (const [i, text] of bill_to.entries())
    left += write(text, margin, left, { font: i === 0 ? 'text-strong' : 'text', size: 10, width: column - 16 })
  const facts = [
    { label: 'Date', value: longDate(placed_at) },
    ...(paid_at ? [{ label: 'Paid', value: longDate(paid_at) }] : []),
    ...(kind === 'invoice' && due_at ? [{ label: 'Due', value: longDate(due_at) }] : []),
    ...(payment_method
      ? [{ label: kind === 'credit-note' ? 'Given back to' : 'Paid with', value: payment_method }]
      : []),
    ...references,
  ]
  let at = top
  for (const fact of facts) {
    label(fact.label, margin + column, at + 0.8)
    at += write(fact.value, margin + column + 92, at, { size: 10, width: column - 92 }) + 3
  }
  sheet.y = Math.max(left, at) + 26
}

const price_width = 84
const number_width = 44
const clip_height = 44

/** `below`: how much has to fit under its last clip, so that the totals never stand on a page alone. */
const drawLicense = (
  sheet: Sheet,
  { sentence, clips }: BillFacts['licenses'][number],
  place: number,
  below: number,
) => {
  const { write, rule, width, right } = sheet
  sheet.room(90 + (clips.length === 1 ? below : 0))
  sheet.y += write(`License ${place}`, margin, sheet.y, { font: 'title', size: 11, tag: 'H2' }) + 2
  sheet.y += write(sentence, margin, sheet.y, { size: 9.5, color: soft, width: width - price_width }) + 8
  for (const [i, clip] of clips.entries()) {
    sheet.room(i + 1 === clips.length ? clip_height + below : clip_height)
    rule(sheet.y)
    const y = sheet.y + 9
    const x = margin + number_width
    write(String(clip.number), margin, y + 1, { font: 'mono', size: 8.5, color: soft, width: number_width })
    const named = write(clip.name, x, y, {
      font: 'text-strong',
      size: 10,
      width: width - number_width - price_width - 12,
    })
    const made = write(`${clip.filmmaker}  ·  ${clip.format}`, x, y + named, {
      size: 8.5,
      color: soft,
      width: width - number_width - price_width - 12,
    })
    write(formatCents(clip.price_cents), right - price_width, y + 0.5, {
      font: 'mono',
      size: 9,
      align: 'right',
      width: price_width,
    })
    sheet.y = y + named + made + 9
  }
  rule(sheet.y)
  sheet.y += 24
}

const totalRows = (facts: BillFacts): { label: string; cents: number }[] => [
  { label: 'Subtotal', cents: facts.sub_total_cents },
  ...(facts.non_profit_discount_cents > 0
    ? [{ label: 'Non-profit discount', cents: -facts.non_profit_discount_cents }]
    : []),
  ...(facts.discount_cents > 0 ? [{ label: facts.discount_label, cents: -facts.discount_cents }] : []),
  ...(facts.upgrade_credit_cents > 0 ? [{ label: facts.upgrade_label, cents: -facts.upgrade_credit_cents }] : []),
  ...(facts.processing_fee_cents > 0 ? [{ label: 'Processing fee', cents: facts.processing_fee_cents }] : []),
  { label: facts.tax_label, cents: facts.tax_cents },
  ...(facts.credited_before_cents > 0
    ? [{ label: 'Credited before, with its tax', cents: -facts.credited_before_cents }]
    : []),
]

const row_height = 18
/** From the last row to the end: the total, and what stands under it. */
const total_height = 70
const note_height = 30

const totalsHeight = (facts: BillFacts): number =>
  24 +
  totalRows(facts).length * row_height +
  total_height +
  (facts.tax_note ? note_height : 0) +
  (facts.pay_url ? note_height : 0)

const drawTotals = (sheet: Sheet, facts: BillFacts) => {
  const { write, rule, right, width } = sheet
  const from = margin + width / 2
  const row = (label: string, cents: number) => {
    const height = write(label, from, sheet.y, { color: soft, width: width / 2 - price_width })
    write(formatCents(cents), right - price_width, sheet.y, {
      font: 'mono',
      size: 9,
      align: 'right',
      width: price_width,
    })
    sheet.y += Math.max(height, 13) + 5
  }
  for (const { label, cents } of totalRows(facts)) row(label, cents)
  rule(sheet.y + 3, ink, from)
  sheet.y += 14
  write(totals[facts.kind], from, sheet.y + 1, { font: 'title', size: 11 })
  write(`${formatCents(facts.total_cents)} USD`, from, sheet.y, {
    font: 'title',
    size: 13,
    align: 'right',
    width: width / 2,
  })
  sheet.y += 30
  if (facts.tax_note) sheet.y += write(facts.tax_note, from, sheet.y, { color: soft, width: width / 2 })
  if (!facts.pay_url) return
  sheet.y += 10
  const how = 'To pay by card, bank account or PayPal, log in to your workspace and open'
  sheet.y += write(how, margin, sheet.y, { color: soft })
  // An address broken into two lines is none.
  sheet.y += write(facts.pay_url, margin, sheet.y, { font: 'text-strong' })
}
