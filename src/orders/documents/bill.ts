/** Draws receipts, invoices and credit notes. */
import { formatCents } from '#platform/money.ts'

import { formatLongDate } from '../dates.ts'
import { getNetCents, type BillContent, type ForSeller } from './content.ts'
import { drawHeader, TEXT_COLOR, MARGIN, createSheet, MUTED_COLOR, type Sheet } from './sheet.ts'

export const drawBill = (content: ForSeller<BillContent>): Promise<Buffer> => {
  const { kind, number, paper, issue, seller_tax_id } = content
  const seller = seller_tax_id ? { ...content.seller, tax_ids: [seller_tax_id] } : content.seller
  const name = getDocumentName(content)
  const sheet = createSheet({
    paper,
    title: `${name} ${number}`,
    created_at: issue?.issued_at ?? content.paid_at ?? content.placed_at,
    seller,
    e_invoice_xml: content.e_invoice_xml,
  })
  drawHeader(sheet, name, number, issue)
  drawParties(sheet, content)
  for (const [i, license] of content.licenses.entries())
    drawLicense(sheet, license, i + 1, i + 1 === content.licenses.length ? getTotalsHeight(content) : 0)
  drawTotals(sheet, content)
  const closings = {
    receipt: content.closing || 'Paid in full. The license agreement says what each license allows.',
    invoice: `Please give ${content.payment_reference} with your payment.`,
    'credit-note': content.closing,
  }
  return sheet.close(`${closings[kind]} Questions? ${seller.email}`, number)
}

const getDocumentName = ({ kind, is_invoice, is_corrected }: BillContent): string => {
  const isInvoicedReceipt = kind === 'receipt' && is_invoice
  if (is_corrected) return isInvoicedReceipt ? 'Corrected invoice' : `Corrected ${documentNames[kind].toLowerCase()}`
  return isInvoicedReceipt ? 'Invoice and receipt' : documentNames[kind]
}

const documentNames: Record<BillContent['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
}
const totalLabels: Record<BillContent['kind'], string> = {
  receipt: 'Total paid',
  invoice: 'Total due',
  'credit-note': 'Total credited',
}

const drawParties = (
  sheet: Sheet,
  { bill_to, references, placed_at, due_at, paid_at, payment_method, kind }: BillContent,
) => {
  const { rule, write, width } = sheet
  rule(sheet.y, TEXT_COLOR)
  const top = sheet.y + 14
  const column = width / 2
  const label = (text: string, x: number, y: number) => write(text, x, y, { size: 8.5, color: MUTED_COLOR })
  label('Billed to', MARGIN, top)
  let leftY = top + 14
  for (const [i, text] of bill_to.entries())
    leftY += write(text, MARGIN, leftY, { font: i === 0 ? 'text-strong' : 'text', size: 10, width: column - 16 })
  const fields = [
    { label: 'Date', value: formatLongDate(placed_at) },
    ...(paid_at ? [{ label: 'Paid', value: formatLongDate(paid_at) }] : []),
    ...(kind === 'invoice' && due_at ? [{ label: 'Due', value: formatLongDate(due_at) }] : []),
    ...(payment_method ? [{ label: kind === 'credit-note' ? 'Refunded to' : 'Paid with', value: payment_method }] : []),
    ...references,
  ]
  let rightY = top
  for (const field of fields) {
    label(field.label, MARGIN + column, rightY + 0.8)
    rightY += write(field.value, MARGIN + column + 92, rightY, { size: 10, width: column - 92 }) + 3
  }
  sheet.y = Math.max(leftY, rightY) + 26
}

const PRICE_WIDTH = 84
const NUMBER_WIDTH = 44
const CLIP_HEIGHT = 44

/** `below` is the height that must fit under the last clip, so that the totals are never alone on a page. */
const drawLicense = (
  sheet: Sheet,
  { sentence, clips }: BillContent['licenses'][number],
  number: number,
  heightBelow: number,
) => {
  const { write, rule, width, right } = sheet
  sheet.ensureSpace(90 + (clips.length === 1 ? heightBelow : 0))
  sheet.y += write(`License ${number}`, MARGIN, sheet.y, { font: 'title', size: 11, tag: 'H2' }) + 2
  sheet.y += write(sentence, MARGIN, sheet.y, { size: 9.5, color: MUTED_COLOR, width: width - PRICE_WIDTH }) + 8
  for (const [i, clip] of clips.entries()) {
    sheet.ensureSpace(i + 1 === clips.length ? CLIP_HEIGHT + heightBelow : CLIP_HEIGHT)
    rule(sheet.y)
    const y = sheet.y + 9
    const x = MARGIN + NUMBER_WIDTH
    write(String(clip.number), MARGIN, y + 1, { font: 'mono', size: 8.5, color: MUTED_COLOR, width: NUMBER_WIDTH })
    const nameHeight = write(clip.name, x, y, {
      font: 'text-strong',
      size: 10,
      width: width - NUMBER_WIDTH - PRICE_WIDTH - 12,
    })
    const detailsHeight = write(`${clip.filmmaker}  ·  ${clip.format}`, x, y + nameHeight, {
      size: 8.5,
      color: MUTED_COLOR,
      width: width - NUMBER_WIDTH - PRICE_WIDTH - 12,
    })
    write(formatCents(clip.price_cents), right - PRICE_WIDTH, y + 0.5, {
      font: 'mono',
      size: 9,
      align: 'right',
      width: PRICE_WIDTH,
    })
    sheet.y = y + nameHeight + detailsHeight + 9
  }
  rule(sheet.y)
  sheet.y += 24
}

const listTotalRows = (content: BillContent): { label: string; cents: number }[] => [
  { label: 'Subtotal', cents: content.sub_total_cents },
  ...(content.non_profit_discount_cents > 0
    ? [{ label: 'Non-profit discount', cents: -content.non_profit_discount_cents }]
    : []),
  ...(content.discount_cents > 0 ? [{ label: content.discount_label, cents: -content.discount_cents }] : []),
  ...(content.upgrade_credit_cents > 0 ? [{ label: content.upgrade_label, cents: -content.upgrade_credit_cents }] : []),
  ...(content.processing_fee_cents > 0 ? [{ label: 'Processing fee', cents: content.processing_fee_cents }] : []),
  ...(getNetCents(content) === content.sub_total_cents ? [] : [{ label: 'Net amount', cents: getNetCents(content) }]),
  { label: content.tax_label, cents: content.tax_cents },
  ...(content.credited_before_cents > 0
    ? [{ label: 'Previously credited, with tax', cents: -content.credited_before_cents }]
    : []),
]

const ROW_HEIGHT = 18
/** From the last row to the end: the total and the space below it. */
const TOTAL_HEIGHT = 70
const NOTE_HEIGHT = 30
/** Three lines. */
const TAX_NOTE_HEIGHT = 44

const getTotalsHeight = (content: ForSeller<BillContent>): number =>
  24 +
  listTotalRows(content).length * ROW_HEIGHT +
  TOTAL_HEIGHT +
  (content.tax_note ? TAX_NOTE_HEIGHT : 0) +
  (content.pay_url ? NOTE_HEIGHT + content.seller.payment.length * ROW_HEIGHT : 0)

const drawTotals = (sheet: Sheet, content: ForSeller<BillContent>) => {
  const { write, rule, right, width } = sheet
  const leftX = MARGIN + width / 2
  const drawRow = (label: string, cents: number) => {
    const height = write(label, leftX, sheet.y, { color: MUTED_COLOR, width: width / 2 - PRICE_WIDTH })
    write(formatCents(cents), right - PRICE_WIDTH, sheet.y, {
      font: 'mono',
      size: 9,
      align: 'right',
      width: PRICE_WIDTH,
    })
    sheet.y += Math.max(height, 13) + 5
  }
  for (const { label, cents } of listTotalRows(content)) drawRow(label, cents)
  rule(sheet.y + 3, TEXT_COLOR, leftX)
  sheet.y += 14
  write(totalLabels[content.kind], leftX, sheet.y + 1, { font: 'title', size: 11 })
  write(`${formatCents(content.total_cents)} USD`, leftX, sheet.y, {
    font: 'title',
    size: 13,
    align: 'right',
    width: width / 2,
  })
  sheet.y += 30
  if (content.tax_note) sheet.y += write(content.tax_note, leftX, sheet.y, { color: MUTED_COLOR, width: width / 2 })
  if (!content.pay_url) return
  sheet.y += 10
  const instructions = 'To pay by card, without an account, open'
  sheet.y += write(instructions, MARGIN, sheet.y, { color: MUTED_COLOR })
  // The URL has a line of its own, because a wrapped URL does not work.
  sheet.y += write(content.pay_url, MARGIN, sheet.y, { font: 'text-strong', size: 8.5 })
  if (content.seller.payment.length === 0) return
  sheet.y += 10
  sheet.y += write('To pay by bank transfer', MARGIN, sheet.y, { color: MUTED_COLOR })
  for (const line of content.seller.payment) sheet.y += write(line, MARGIN, sheet.y)
}
