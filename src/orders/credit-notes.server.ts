/** Credit notes, which cancel all or part of an invoice or a receipt. They never change once written. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { nextCreditNoteNumber } from './document-numbers.server.ts'
import { listLineIds } from './order-lines.server.ts'

type NewCreditNote = {
  order_id: number
  /** null when the invoice was cancelled before payment, or the buyer's bank took the money back or returned the debit. */
  refund_id: number | null
  by_dispute?: boolean
  /** Empty when the credited part of a payment belongs to no line. */
  order_item_ids: readonly number[]
  fee_cents: number
  /** Only for a part of a payment that belongs to no line; lines have their own tax. */
  tax_cents?: number
  total_cents: number
  /** For example "Visa ending in 1111"; empty when nothing was paid. */
  refunded_to: string
  now: Date
}

/** Call this last in a transaction: every other credit note waits for its number. */
export const writeCreditNote = async (trx: Trx, { order_item_ids, now, ...note }: NewCreditNote): Promise<void> => {
  const { id } = await trx
    .insertInto('credit_notes')
    .values({
      ...note,
      order_item_ids: [...order_item_ids],
      number: await nextCreditNoteNumber(trx, now),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(trx, 'order.credited', { credit_note_id: id })
}

/** Credits a whole order that was never paid: its invoice was cancelled, or the bank returned the debit. Call this last. */
export const creditUnpaidOrder = async (trx: Trx, order_id: number, now: Date): Promise<void> => {
  const { fee_cents, total_cents } = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['processing_fee_cents as fee_cents', 'total_cents'])
    .executeTakeFirstOrThrow()
  const order_item_ids = (await listLineIds(trx, order_id)).toSorted((a, b) => a - b)
  await writeCreditNote(trx, {
    order_id,
    refund_id: null,
    order_item_ids,
    fee_cents,
    total_cents,
    refunded_to: '',
    now,
  })
}

export type CreditNoteCause = 'refund' | 'dispute' | 'cancellation' | 'returned_debit'

/** Returns why a credit note was written. A cancelled order and a failed one stay as they are. */
export const getCreditNoteCause = (
  { by_dispute, refund_id }: { by_dispute: boolean; refund_id: number | null },
  order_state: string,
): CreditNoteCause => {
  if (by_dispute) return 'dispute'
  if (refund_id !== null) return 'refund'
  return order_state === 'failed' ? 'returned_debit' : 'cancellation'
}

/** Returns an order's credit notes, oldest first. */
export const listCreditNotes = (db: Db | Trx, order_id: number) =>
  db.selectFrom('credit_notes').where('order_id', '=', order_id).selectAll().orderBy('id').execute()
