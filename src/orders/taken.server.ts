/** What the buyer's bank took of an order: what credit notes say, and what of it was taken off its lines when a dispute was ended. */
import type { Db, Trx } from '#platform/database.server.ts'

import { creditNotesOf } from './credit-notes.server.ts'
import { spreadTaken } from './taken.ts'

type Loss = { cents: number; tax_cents: number }

/**
 * `noted_cents`: all that credit notes of its disputes took back. `pending`: what of it stands for no line and was not taken
 * off any either, because nobody has ended the dispute yet.
 */
export const lossOf = async (db: Db | Trx, order_id: number): Promise<{ noted_cents: number; pending: Loss }> => {
  const notes = (await creditNotesOf(db, order_id)).filter(note => note.by_dispute)
  const noted_cents = notes.reduce((sum, note) => sum + note.total_cents, 0)
  const parts = notes.filter(note => note.order_item_ids.length === 0)
  if (parts.length === 0) return { noted_cents, pending: { cents: 0, tax_cents: 0 } }
  const taken = await db
    .selectFrom('orders as o')
    .leftJoin('order_items as i', 'i.order_id', 'o.id')
    .where('o.id', '=', order_id)
    .groupBy(['o.id', 'o.taken_fee_cents'])
    .select(['o.taken_fee_cents as fee_cents'])
    .select(({ fn }) => [fn.sum('i.taken_cents').as('net_cents'), fn.sum('i.taken_tax_cents').as('tax_cents')])
    .executeTakeFirstOrThrow()
  const tax_cents = Number(taken.tax_cents)
  const ended_cents = taken.fee_cents + Number(taken.net_cents) + tax_cents
  return {
    noted_cents,
    pending: {
      cents: parts.reduce((sum, note) => sum + note.total_cents, 0) - ended_cents,
      tax_cents: parts.reduce((sum, note) => sum + (note.tax_cents ?? 0), 0) - tax_cents,
    },
  }
}

/** Takes what the bank took off the lines that are left, and off the fee. Only `moveOrder` comes here, under the order's lock. */
export const takeOff = async (trx: Trx, order_id: number, loss: Loss): Promise<void> => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['processing_fee_cents', 'taken_fee_cents'])
    .executeTakeFirstOrThrow()
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .where('refunded', '=', false)
    .select(['id', 'price_cents', 'discount_cents', 'tax_cents', 'taken_cents', 'taken_tax_cents'])
    .orderBy('id')
    .execute()
  const left = lines.map(line => ({
    net_cents: line.price_cents - line.discount_cents - line.taken_cents,
    tax_cents: line.tax_cents - line.taken_tax_cents,
  }))
  const taken = spreadTaken(loss, left, order.processing_fee_cents - order.taken_fee_cents)
  for (const [at, { id }] of lines.entries()) {
    const part = taken.lines[at]
    if (!part || part.taken_cents + part.taken_tax_cents === 0) continue
    await trx
      .updateTable('order_items')
      .set(eb => ({
        taken_cents: eb('taken_cents', '+', part.taken_cents),
        taken_tax_cents: eb('taken_tax_cents', '+', part.taken_tax_cents),
      }))
      .where('id', '=', id)
      .execute()
  }
  if (taken.fee_cents > 0)
    await trx
      .updateTable('orders')
      .set(eb => ({ taken_fee_cents: eb('taken_fee_cents', '+', taken.fee_cents) }))
      .where('id', '=', order_id)
      .execute()
}
