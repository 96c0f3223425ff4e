/** What stands in an order's receipt or invoice. Only stored facts that never change, so that the same document comes out each time. */
import { creditLabel } from '#licensing/upgrade.ts'
import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { isLimited } from '#rates/rate.ts'

import { creditNotesOf } from './credit-notes.server.ts'
import { longDate } from './dates.ts'
import type { BillFacts } from './documents/facts.ts'
import { licenseSentence, sameLicense, type LicenseColumns } from './license-sentence.ts'
import { documentsOf, orderRow, type OrderRecord } from './order-detail.server.ts'
import { addressLines, discountLabel, paperIn, reverse_charge_note, taxLabel, taxName, type SoldAs } from './sold.ts'

const absent = {
  receipt: 'There is a receipt as soon as this order is paid.',
  invoice: 'This order was paid at once: it has a receipt, not an invoice.',
}

/** Throws 404 for an order that is not the workspace's, 409 with the reason when it has no such document (yet). */
export const billOf = async (
  db: Db,
  workspace_id: number,
  number: string,
  kind: 'receipt' | 'invoice',
  public_url: string,
): Promise<BillFacts> => {
  const order = await orderRow(db, workspace_id, number)
  if (!documentsOf(order).some(one => one === kind)) throw refuse(409, absent[kind])
  const items = await linesOf(db, order.id)
  const { billing, tax } = order
  return {
    kind,
    paper: paperIn(billing.country),
    number,
    placed_at: order.placed_at.toISOString(),
    due_at: order.due_at?.toISOString() ?? null,
    paid_at: kind === 'receipt' ? (order.paid_at?.toISOString() ?? null) : null,
    payment_method: kind === 'receipt' ? order.payment_method : '',
    bill_to: addressLines(billing),
    references: referencesOf(order),
    licenses: licensesOf(items),
    has_limits: items.some(({ rate }) => rate !== null && isLimited(rate)),
    sub_total_cents: order.sub_total_cents,
    non_profit_discount_cents: order.non_profit_discount_cents,
    discount_label: discountLabel(order.discount_code),
    discount_cents: order.discount_cents,
    upgrade_label: creditLabel(items.flatMap(({ upgraded_order }) => upgraded_order ?? [])),
    upgrade_credit_cents: order.upgrade_credit_cents,
    processing_fee_cents: order.processing_fee_cents,
    tax_cents: order.tax_cents,
    tax_label: taxLabel(taxName(tax), tax.rate),
    tax_note: tax.kind === 'reverse_charge' ? reverse_charge_note : '',
    credited_before_cents: 0,
    total_cents: order.total_cents,
    pay_url: kind === 'invoice' ? new URL(`/checkout/${number}`, public_url).href : '',
    closing: '',
  }
}

/** What is below a credit note: what it means for the licenses. */
const closings = {
  lines: 'The licenses above have ended.',
  part: 'It stands for no clip: the licenses of the order are on hold until we have spoken with you.',
}

/** The same for a credit note of an order. Throws 404. */
export const creditBillOf = async (
  db: Db,
  workspace_id: number,
  order_number: string,
  number: string,
): Promise<BillFacts> => {
  const order = await orderRow(db, workspace_id, order_number)
  const note = (await creditNotesOf(db, order.id)).find(one => one.number === number)
  if (!note) throw refuse.missing('credit note')
  const items = (await linesOf(db, order.id)).filter(({ id }) => note.order_item_ids.includes(id))
  const sum = (amount: (item: (typeof items)[number]) => number) => items.reduce((all, item) => all + amount(item), 0)
  const { billing, tax } = order
  const [sub_total_cents, discount_cents] = [sum(item => item.price_cents), sum(item => item.discount_cents)]
  const upgrade_credit_cents = sum(item => item.upgrade_credit_cents)
  // Of a part of a payment that stands for no line, what it was for is all that is not tax.
  const part_cents = note.tax_cents === null ? 0 : note.total_cents - note.tax_cents
  const tax_cents = note.tax_cents ?? sum(item => item.tax_cents)
  const whole_cents = sub_total_cents - discount_cents + note.fee_cents + tax_cents
  return {
    kind: 'credit-note',
    paper: paperIn(billing.country),
    number,
    placed_at: note.made_at.toISOString(),
    due_at: null,
    paid_at: null,
    payment_method: note.given_back_to,
    bill_to: addressLines(billing),
    references: [
      { label: 'Takes back', value: `${order_number}, ${longDate(order.placed_at.toISOString())}` },
      ...(note.by_dispute ? [{ label: 'Why', value: 'Your bank took the payment back in a dispute' }] : []),
      ...referencesOf(order),
    ],
    licenses: licensesOf(items),
    has_limits: false,
    sub_total_cents: sub_total_cents + part_cents,
    non_profit_discount_cents: 0,
    discount_label: 'Discounts',
    discount_cents: discount_cents - upgrade_credit_cents,
    upgrade_label: creditLabel(items.flatMap(({ upgraded_order }) => upgraded_order ?? [])),
    upgrade_credit_cents,
    processing_fee_cents: note.fee_cents,
    tax_cents,
    tax_label: taxLabel(taxName(tax), tax.rate),
    tax_note: tax.kind === 'reverse_charge' ? reverse_charge_note : '',
    // By an earlier credit note, for a part that the bank took.
    credited_before_cents: items.length > 0 ? whole_cents - note.total_cents : 0,
    total_cents: note.total_cents,
    pay_url: '',
    closing: items.length > 0 ? closings.lines : closings.part,
  }
}

const linesOf = (db: Db, order_id: number) =>
  db
    .selectFrom('order_items as i')
    .leftJoin('order_items as u', 'u.id', 'i.upgrades_item_id')
    .leftJoin('orders as e', 'e.id', 'u.order_id')
    .where('i.order_id', '=', order_id)
    .select(['i.id', 'i.clip_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.sold_as', 'i.rate'])
    .select(['i.price_cents', 'i.discount_cents', 'i.upgrade_credit_cents', 'i.tax_cents'])
    .select('e.universal_invoice_number as upgraded_order')
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()

const licensesOf = (items: Awaited<ReturnType<typeof linesOf>>): BillFacts['licenses'] =>
  [...Map.groupBy(items, sameLicense).values()].map(group => ({
    sentence: group[0] ? licenseSentence(group[0]) : '',
    clips: group.map(({ clip_id, price_cents, sold_as }) => {
      const { name, filmmaker, format, width, height } = sold_as as SoldAs
      return { number: clip_id, name, filmmaker, format: `${format}, ${width} × ${height}`, price_cents }
    }),
  }))

const referencesOf = ({ po_number, vat_number, ein }: OrderRecord): BillFacts['references'] => [
  ...(po_number ? [{ label: 'Purchase order', value: po_number }] : []),
  ...(vat_number ? [{ label: 'VAT number', value: vat_number }] : []),
  ...(ein ? [{ label: 'EIN', value: ein }] : []),
]
