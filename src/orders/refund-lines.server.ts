import type { Db, Trx } from '#platform/database.server.ts'

/** What `refundOf` has to know of an order's lines. */
export const linesToRefund = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .select(['id', 'clip_id', 'price_cents', 'discount_cents', 'tax_cents', 'taken_cents', 'taken_tax_cents'])
    .select('refunded')
    .orderBy('id')
    .execute()
