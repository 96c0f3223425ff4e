import type { Db, Trx } from '#platform/db/database.server.ts'

/** Returns an order's lines with the amounts that `calculateRefund` needs. */
export const listRefundLines = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .select(['id', 'clip_id', 'price_cents', 'discount_cents', 'tax_cents', 'withdrawn_cents', 'withdrawn_tax_cents'])
    .select('refunded')
    .orderBy('id')
    .execute()
