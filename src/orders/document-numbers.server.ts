/** Gapless invoice and credit note numbers, per year. */
import { sql } from 'kysely'

import type { Trx } from '#platform/db/database.server.ts'
import { formatDocumentNumber } from '#platform/document-numbers.ts'
import { loadPrefix } from '#platform/settings/settings.server.ts'

/**
 * Returns `LT-2026-000042` with the prefix of invoices, as a part of the statement that uses it. The year's row stays locked until the transaction
 * ends, and every sale waits for it. A rollback leaves no gap.
 */
export const nextInvoiceNumber = (trx: Trx, prefix: string, now: Date) => {
  const year = now.getUTCFullYear()
  return trx
    .insertInto('invoice_counters')
    .values({ year, last_number: 1 })
    .onConflict(conflict =>
      conflict.column('year').doUpdateSet({ last_number: sql<number>`invoice_counters.last_number + 1` }),
    )
    .returning(
      // At least six digits.
      sql<string>`format('%s-%s-%s', ${prefix}::text, year, lpad(last_number::text, greatest(6, length(last_number::text)), '0'))`.as(
        'number',
      ),
    )
}

/** Returns the next gapless credit note number, such as `LC-2026-000042`. */
export const nextCreditNoteNumber = async (trx: Trx, now: Date): Promise<string> => {
  const year = now.getUTCFullYear()
  const prefix = await loadPrefix(trx, 'credit_note')
  const { last_number } = await trx
    .insertInto('credit_note_counters')
    .values({ year, last_number: 1 })
    .onConflict(conflict =>
      conflict.column('year').doUpdateSet({ last_number: sql<number>`credit_note_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return formatDocumentNumber(prefix, year, last_number)
}
