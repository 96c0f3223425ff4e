/** Credit notes: what takes back an invoice or a receipt. Written once, never changed. */
import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'

import { nextCreditNumber } from './numbers.server.ts'

type NewCreditNote = {
  order_id: number
  /** null: the invoice was cancelled before it was paid, or the buyer's bank took the money. */
  refund_id: number | null
  by_dispute?: boolean
  /** None: a part of a payment that stands for no line. */
  order_item_ids: readonly number[]
  fee_cents: number
  /** Of a part that stands for no line; lines know theirs. */
  tax_cents?: number
  total_cents: number
  /** "Visa ending in 1111"; empty for what was never paid. */
  given_back_to: string
  now: Date
}

/** Last of all that a transaction does: every other credit note waits for its number. */
export const writeCreditNote = async (trx: Trx, { order_item_ids, now, ...note }: NewCreditNote): Promise<void> => {
  const { id } = await trx
    .insertInto('credit_notes')
    .values({
      ...note,
      order_item_ids: [...order_item_ids],
      number: await nextCreditNumber(trx, now),
      made_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(trx, 'order.credited', { credit_note_id: id })
}

/** An order's, oldest first. */
export const creditNotesOf = (db: Db | Trx, order_id: number) =>
  db.selectFrom('credit_notes').where('order_id', '=', order_id).selectAll().orderBy('id').execute()
