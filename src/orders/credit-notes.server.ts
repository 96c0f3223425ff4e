/** Credit notes, which cancel all or part of an invoice or a receipt. They never change once written. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { nextCreditNoteNumber } from './document-numbers.server.ts'

type NewCreditNote = {
  order_id: number
  /** null when the invoice was cancelled before payment, or the buyer's bank took the money back. */
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

/** Returns an order's credit notes, oldest first. */
export const listCreditNotes = (db: Db | Trx, order_id: number) =>
  db.selectFrom('credit_notes').where('order_id', '=', order_id).selectAll().orderBy('id').execute()
