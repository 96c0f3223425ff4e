/**
 * Builds the content of receipts, invoices and credit notes from stored data that never changes, so that a document is
 * the same each time. Only credit notes are added to the receipt or invoice that they are about.
 */

import { toCreditLabel } from '#licensing/upgrade.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { formatCents } from '#platform/money.ts'

import { findLastCorrection } from './billing-corrections.server.ts'
import { getCreditNoteCause, listCreditNotes, type CreditNoteCause } from './credit-notes.server.ts'
import { loadCreditedTax } from './credited-amounts.server.ts'
import { formatLongDate } from './dates.ts'
import type { BillContent } from './documents/content.ts'
import { getEInvoiceFacts } from './e-invoice-facts.ts'
import { describeLicense, getLicenseKey, type LicenseColumns } from './license-sentence.ts'
import { listDocuments, loadOrder, type OrderRecord } from './order-detail.server.ts'
import {
  toAddressLines,
  formatDiscountLabel,
  getPaperSize,
  formatTaxLabel,
  formatTaxName,
  isInvoicedReceipt,
  type SoldClipSnapshot,
} from './order-snapshot.ts'
import { getSellerTaxId, getTaxNote } from './tax-texts.ts'

const missingDocumentTexts = {
  receipt: 'There is a receipt as soon as this order is paid.',
  invoice: 'This order was paid at once: its receipt is the invoice, too.',
}

/** Throws 404 for another workspace's order, 409 with the reason when the order does not have the document (yet). */
export const buildBill = async (
  db: Db,
  workspace_id: number,
  number: string,
  kind: 'receipt' | 'invoice',
  payment_url: string,
): Promise<BillContent> => {
  const order = await loadOrder(db, workspace_id, number)
  if (!listDocuments(order).some(document => document === kind)) throw refuse(409, missingDocumentTexts[kind])
  const items = await loadLines(db, order.id)
  const notes = await listCreditNotes(db, order.id)
  const correction = await findLastCorrection(db, order.id, number)
  const { billing, tax } = order
  return {
    kind,
    is_invoice: isInvoicedReceipt(order),
    paper: getPaperSize(billing.country),
    number: correction?.number ?? number,
    payment_reference: number,
    is_corrected: correction !== undefined,
    placed_at: order.placed_at.toISOString(),
    due_at: order.due_at?.toISOString() ?? null,
    paid_at: kind === 'receipt' ? (order.paid_at?.toISOString() ?? null) : null,
    payment_method: kind === 'receipt' ? order.payment_method : '',
    bill_to: toAddressLines(billing),
    references: [
      ...(correction ? [{ label: 'Corrects', value: correction.corrects }] : []),
      ...listReferences(order),
      ...notes.map(({ number: credit_note, created_at, total_cents }) => ({
        label: 'Credited',
        value: `${formatCents(total_cents)} by ${credit_note} of ${formatLongDate(created_at.toISOString())}`,
      })),
    ],
    licenses: groupLicenses(items),
    sub_total_cents: order.sub_total_cents,
    non_profit_discount_cents: order.non_profit_discount_cents,
    discount_label: formatDiscountLabel(order.discount_code),
    discount_cents: order.discount_cents,
    upgrade_label: toCreditLabel(items.flatMap(({ upgraded_order }) => upgraded_order ?? [])),
    upgrade_credit_cents: order.upgrade_credit_cents,
    processing_fee_cents: order.processing_fee_cents,
    tax_cents: order.tax_cents,
    tax_label: formatTaxLabel(formatTaxName(tax), tax.rate),
    tax_note: getTaxNote(tax, order.tax_cents),
    seller_tax_id: getSellerTaxId(tax),
    credited_before_cents: 0,
    total_cents: order.total_cents,
    pay_url: kind === 'invoice' ? payment_url : '',
    closing:
      notes.length > 0 && kind === 'receipt'
        ? 'Paid in full. The credit notes above say which licenses have ended.'
        : '',
    e_invoice:
      kind === 'invoice' || isInvoicedReceipt(order)
        ? getEInvoiceFacts(order, {
            type_code: correction ? '384' : '380',
            preceding: correction ? { number: correction.corrects, placed_at: order.placed_at.toISOString() } : null,
            tax_cents: order.tax_cents,
          })
        : null,
  }
}

/** Builds the content of an order's credit note. Throws 404. */
export const buildCreditNoteBill = async (
  db: Db,
  workspace_id: number,
  order_number: string,
  number: string,
): Promise<BillContent> => {
  const order = await loadOrder(db, workspace_id, order_number)
  const note = (await listCreditNotes(db, order.id)).find(candidate => candidate.number === number)
  if (!note) throw refuse.missing('credit note')
  const items = (await loadLines(db, order.id)).filter(({ id }) => note.order_item_ids.includes(id))
  const sum = (amount: (item: (typeof items)[number]) => number) =>
    items.reduce((total, item) => total + amount(item), 0)
  const { billing, tax } = order
  const [sub_total_cents, discount_cents] = [sum(item => item.price_cents), sum(item => item.discount_cents)]
  const upgrade_credit_cents = sum(item => item.upgrade_credit_cents)
  // The part of a payment that belongs to no line, without its tax.
  const part_cents = note.tax_cents === null ? 0 : note.total_cents - note.tax_cents
  const tax_cents = note.tax_cents ?? sum(item => item.tax_cents)
  const lines_total_cents = sub_total_cents - discount_cents + note.fee_cents + tax_cents
  const credited_tax_cents = await loadCreditedTax(db, order.id, note.id)
  const corrected = await findLastCorrection(db, order.id, order_number, note.created_at)
  return {
    kind: 'credit-note',
    is_invoice: false,
    paper: getPaperSize(billing.country),
    number,
    payment_reference: '',
    is_corrected: false,
    placed_at: note.created_at.toISOString(),
    due_at: null,
    paid_at: null,
    payment_method: note.refunded_to,
    bill_to: toAddressLines(billing),
    references: [
      { label: 'Credited order', value: `${order_number}, ${formatLongDate(order.placed_at.toISOString())}` },
      { label: 'Reason', value: creditReasons[getCreditNoteCause(note, order.state)] },
      ...listReferences(order),
    ],
    licenses: groupLicenses(items),
    sub_total_cents: sub_total_cents + part_cents,
    non_profit_discount_cents: 0,
    discount_label: 'Discounts',
    discount_cents: discount_cents - upgrade_credit_cents,
    upgrade_label: toCreditLabel(items.flatMap(({ upgraded_order }) => upgraded_order ?? [])),
    upgrade_credit_cents,
    processing_fee_cents: note.fee_cents,
    tax_cents,
    tax_label: formatTaxLabel(formatTaxName(tax), tax.rate),
    tax_note: getTaxNote(tax, tax_cents),
    seller_tax_id: getSellerTaxId(tax),
    // An earlier credit note already covered the part that the bank took.
    credited_before_cents: items.length > 0 ? lines_total_cents - note.total_cents : 0,
    total_cents: note.total_cents,
    pay_url: '',
    closing: formatCreditClosing(items),
    e_invoice: getEInvoiceFacts(order, {
      type_code: '381',
      preceding: { number: corrected?.number ?? order_number, placed_at: order.placed_at.toISOString() },
      tax_cents: credited_tax_cents,
      credited_before_tax_cents: tax_cents - credited_tax_cents,
    }),
  }
}

const creditReasons: Record<CreditNoteCause, string> = {
  refund: 'Refund of the payment',
  dispute: 'Your bank took the payment back in a dispute',
  cancellation: 'The invoice was canceled before it was paid',
  returned_debit: 'The bank returned the debit',
}

/** Returns what the credit note means for the licenses. */
const formatCreditClosing = (items: Awaited<ReturnType<typeof loadLines>>): string => {
  if (items.length === 0)
    return 'It covers no clip: the licenses of the order are on hold until we have spoken with you.'
  const restored = [
    ...new Set(
      items.flatMap(({ upgraded_order, upgrade_ended_at }) => (upgrade_ended_at ? (upgraded_order ?? []) : [])),
    ),
  ]
  return restored.length === 0
    ? 'The licenses above have ended.'
    : `The licenses above have ended. Those of ${restored.join(' and ')}, which they had upgraded, are in force again.`
}

const loadLines = (db: Db, order_id: number) =>
  db
    .selectFrom('order_items as i')
    .leftJoin('order_items as u', 'u.id', 'i.upgrades_item_id')
    .leftJoin('orders as e', 'e.id', 'u.order_id')
    .where('i.order_id', '=', order_id)
    .select(['i.id', 'i.clip_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.clip_snapshot', 'i.rate'])
    .select(['i.price_cents', 'i.discount_cents', 'i.upgrade_credit_cents', 'i.tax_cents', 'i.upgrade_ended_at'])
    .select('e.universal_invoice_number as upgraded_order')
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()

const groupLicenses = (items: Awaited<ReturnType<typeof loadLines>>): BillContent['licenses'] =>
  [...Map.groupBy(items, getLicenseKey).values()].map(group => ({
    sentence: group[0] ? describeLicense(group[0]) : '',
    clips: group.map(({ clip_id, price_cents, clip_snapshot }) => {
      const { name, filmmaker, format, width, height } = clip_snapshot as SoldClipSnapshot
      return { number: clip_id, name, filmmaker, format: `${format}, ${width} × ${height}`, price_cents }
    }),
  }))

const listReferences = ({ po_number, vat_number, ein }: OrderRecord): BillContent['references'] => [
  ...(po_number ? [{ label: 'Purchase order', value: po_number }] : []),
  ...(vat_number ? [{ label: 'VAT number', value: vat_number }] : []),
  ...(ein ? [{ label: 'EIN', value: ein }] : []),
]
