/** Whether a dispute keeps a refund from being carried out: what the bank takes, or has taken, is not paid a second time. */
import type { Selectable } from 'kysely'

import { refundOf } from '#orders/refund-amounts.ts'
import { linesToRefund } from '#orders/refund-lines.server.ts'
import { lossOf } from '#orders/taken.server.ts'
import type { Disputes } from '#payments/disputes.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { formatCents } from '#platform/money.ts'
import type { Tables } from '#platform/tables.ts'

type Held = { kind: 'refused' | 'waiting'; reason: string }

export const creditNoteOf = (db: Db | Trx, refund_id: number) =>
  db.selectFrom('credit_notes').where('refund_id', '=', refund_id).select('id').executeTakeFirst()

/**
 * undefined: it goes on. It waits for the bank, never for a person: once a part is gone what goes back is another amount, so
 * that it is refused and begun anew. One that the buyer was told of goes on: its lines are given back in the books, so that they
 * bear nothing of what the bank took.
 */
export const heldByDispute = async (
  db: Db,
  { id, order_id, order_item_ids, amount_cents }: Selectable<Tables['refunds']>,
  { state, taken_cents }: Disputes,
): Promise<Held | undefined> => {
  if (state === 'lost') return { kind: 'refused', reason: 'The buyer’s bank has taken this money back.' }
  if (state === 'open') return { kind: 'waiting', reason: 'The buyer’s bank asks for this money back.' }
  const { noted_cents, pending } = await lossOf(db, order_id)
  // Its credit note comes with the news of it, which is on its way.
  if (taken_cents > noted_cents) return { kind: 'waiting', reason: 'The buyer’s bank has taken a part of the payment.' }
  if (noted_cents === 0 || (await creditNoteOf(db, id))) return undefined
  if (pending.cents > 0)
    return {
      kind: 'refused',
      reason: 'The buyer’s bank has taken a part of the payment. End the dispute, and begin another refund.',
    }
  const order = await db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['processing_fee_cents', 'taken_fee_cents'])
    .executeTakeFirstOrThrow()
  const { total_cents } = refundOf(await linesToRefund(db, order_id), order, new Set(order_item_ids))
  if (total_cents === amount_cents) return undefined
  const now = formatCents(total_cents)
  return {
    kind: 'refused',
    reason: `The buyer’s bank has taken a part of the payment. Begin another refund, of ${now}.`,
  }
}
