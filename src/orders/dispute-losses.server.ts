/** What the buyer's bank took of an order in disputes, by its credit notes, and what of it was deducted from the order's lines. */
import type { Db, Trx } from '#platform/db/database.server.ts'

import { listCreditNotes } from './credit-notes.server.ts'
import { spreadDisputeLoss } from './dispute-losses.ts'

type DisputeLossAmount = { cents: number; tax_cents: number }

/**
 * `credited_cents` is the total of the credit notes of the order's disputes. `pending` is the part of it that belongs to no line
 * and is not deducted from any yet, because nobody has ended the dispute.
 */
export const loadDisputeLoss = async (
  db: Db | Trx,
  order_id: number,
): Promise<{ credited_cents: number; pending: DisputeLossAmount }> => {
  const notes = (await listCreditNotes(db, order_id)).filter(note => note.by_dispute)
  const credited_cents = notes.reduce((sum, note) => sum + note.total_cents, 0)
  const partNotes = notes.filter(note => note.order_item_ids.length === 0)
  if (partNotes.length === 0) return { credited_cents, pending: { cents: 0, tax_cents: 0 } }
  const deducted = await db
    .selectFrom('orders as o')
    .leftJoin('order_items as i', 'i.order_id', 'o.id')
    .where('o.id', '=', order_id)
    .groupBy(['o.id', 'o.withdrawn_fee_cents'])
    .select(['o.withdrawn_fee_cents as fee_cents'])
    .select(({ fn }) => [fn.sum('i.withdrawn_cents').as('net_cents'), fn.sum('i.withdrawn_tax_cents').as('tax_cents')])
    .executeTakeFirstOrThrow()
  const tax_cents = Number(deducted.tax_cents)
  const deducted_cents = deducted.fee_cents + Number(deducted.net_cents) + tax_cents
  return {
    credited_cents,
    pending: {
      cents: partNotes.reduce((sum, note) => sum + note.total_cents, 0) - deducted_cents,
      tax_cents: partNotes.reduce((sum, note) => sum + (note.tax_cents ?? 0), 0) - tax_cents,
    },
  }
}

/** Deducts a loss from the remaining lines and the fee. Only `transitionOrder` calls this, under the order's lock. */
export const deductDisputeLoss = async (trx: Trx, order_id: number, loss: DisputeLossAmount): Promise<void> => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['processing_fee_cents', 'withdrawn_fee_cents'])
    .executeTakeFirstOrThrow()
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .where('refunded', '=', false)
    .select(['id', 'price_cents', 'discount_cents', 'tax_cents', 'withdrawn_cents', 'withdrawn_tax_cents'])
    .orderBy('id')
    .execute()
  const remaining = lines.map(line => ({
    net_cents: line.price_cents - line.discount_cents - line.withdrawn_cents,
    tax_cents: line.tax_cents - line.withdrawn_tax_cents,
  }))
  const parts = spreadDisputeLoss(loss, remaining, order.processing_fee_cents - order.withdrawn_fee_cents)
  for (const [index, { id }] of lines.entries()) {
    const part = parts.lines[index]
    if (!part || part.withdrawn_cents + part.withdrawn_tax_cents === 0) continue
    await trx
      .updateTable('order_items')
      .set(eb => ({
        withdrawn_cents: eb('withdrawn_cents', '+', part.withdrawn_cents),
        withdrawn_tax_cents: eb('withdrawn_tax_cents', '+', part.withdrawn_tax_cents),
      }))
      .where('id', '=', id)
      .execute()
  }
  if (parts.fee_cents > 0)
    await trx
      .updateTable('orders')
      .set(eb => ({ withdrawn_fee_cents: eb('withdrawn_fee_cents', '+', parts.fee_cents) }))
      .where('id', '=', order_id)
      .execute()
}
