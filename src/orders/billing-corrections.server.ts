/** Corrects the billing details of a placed order. Its documents are issued again, each naming the one before. */
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { changesTax, formatCorrectionNumber, type BillingDetails } from './billing-corrections.ts'
import { toAddressLines, type OrderBilling, type OrderTax } from './order-snapshot.ts'

type BillingCorrection = BillingDetails & {
  order_id: number
  staff_user_id: number
  reason: string
  /** The name of the seller's country. */
  seller_country: string
  now: Date
}

export const CHANGED_TAX_TEXT =
  'Another tax would apply with these details, so a correction isn’t enough. Refund the order or cancel its invoice, which issues a credit note, and let the buyer order again with the right details.'

/**
 * The caller has locked the order. Throws 409 for an order without a document, when nothing changes, and when another
 * tax would apply.
 */
export const correctBilling = async (
  trx: Trx,
  { order_id, staff_user_id, reason, seller_country, now, ...after }: BillingCorrection,
): Promise<void> => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['universal_invoice_number as number', 'payment_type', 'paid_at', 'billing', 'vat_number', 'tax'])
    .executeTakeFirstOrThrow()
  if (order.number === null || (order.paid_at === null && order.payment_type !== 'invoice'))
    throw refuse(409, 'This order has no invoice or receipt yet, so there is nothing to correct.')
  const before = { billing: order.billing as OrderBilling, vat_number: order.vat_number }
  const [previous, corrected] = [describeBilling(before), describeBilling(after)]
  if (previous === corrected) throw refuse(409, 'The invoice has these details already.')
  if (changesTax(before, after, order.tax as OrderTax, seller_country)) throw refuse(409, CHANGED_TAX_TEXT)
  const { count } = await trx
    .selectFrom('billing_corrections')
    .where('order_id', '=', order_id)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const number = formatCorrectionNumber(order.number, Number(count))
  const billing = JSON.stringify(after.billing)
  const { id: correction_id } = await trx
    .insertInto('billing_corrections')
    .values({
      order_id,
      number,
      billing,
      vat_number: after.vat_number,
      previous_billing: JSON.stringify(before.billing),
      previous_vat_number: before.vat_number,
      staff_user_id,
      reason,
      corrected_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.updateTable('orders').set({ billing, vat_number: after.vat_number }).where('id', '=', order_id).execute()
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'order',
    about_key: order_id,
    action: 'billing_corrected',
    reason,
    changes: { document: [null, number], billed_to: [previous, corrected] },
    now,
  })
  await recordEvent(trx, 'order.billing_corrected', { correction_id })
}

const describeBilling = ({ billing, vat_number }: BillingDetails): string =>
  [...toAddressLines(billing), ...(vat_number === null ? [] : [vat_number])].join(', ')

/** Returns the last correction of an order's billing details until a time, and the number of the document that it corrected. */
export const findLastCorrection = async (db: Db | Trx, order_id: number, order_number: string, until?: Date) => {
  const [last, before] = await db
    .selectFrom('billing_corrections')
    .where('order_id', '=', order_id)
    .$if(until !== undefined, query => query.where('corrected_at', '<=', until ?? null))
    .select(['number', 'corrected_at'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  return last && { ...last, corrects: before?.number ?? order_number }
}
