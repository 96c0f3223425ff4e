/** How much of an order's tax and fee each of its credit notes takes back, for the books. All amounts are in cents. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

/**
 * Selects `id`, `order_id`, `tax_cents` and `fee_cents` of every credit note. A note's own amounts can overlap with those of
 * an earlier one: the note of a lost dispute names every line, and the bank may have taken a part of them before. So the
 * amounts are differences of what an order's notes have credited so far, which is never more than was charged, and all of it
 * once everything is credited. Later notes don't change earlier ones.
 */
export const creditedAmounts = sql`
  select id, order_id, tax_cents, fee_so_far - lag(fee_so_far, 1, 0::numeric) over notes as fee_cents
  from (
    select *, least(order_fee, greatest(sum(least(fee_cents, total_cents - tax_cents)) over notes,
                total_so_far - tax_so_far - (order_total - order_tax - order_fee))) as fee_so_far
    from (
      select *, tax_so_far - lag(tax_so_far, 1, 0::numeric) over notes as tax_cents
      from (
        select id, order_id, total_cents, fee_cents, order_total, order_tax, order_fee,
               sum(total_cents) over notes as total_so_far,
               least(order_tax, greatest(sum(greatest(0, least(total_cents, own_tax))) over notes,
                 sum(total_cents) over notes - (order_total - order_tax))) as tax_so_far
        from (
          select c.id, c.order_id, c.total_cents, c.fee_cents, o.total_cents as order_total, o.tax_cents as order_tax,
                 o.processing_fee_cents as order_fee,
                 coalesce(c.tax_cents,
                   (select coalesce(sum(i.tax_cents - i.withdrawn_tax_cents), 0) from order_items i where i.id = any(c.order_item_ids))
                   -- The tax in parts that the bank took before, which no line bears yet.
                   - case when c.by_dispute then
                       (select coalesce(sum(n.tax_cents), 0) from credit_notes n where n.order_id = c.order_id and n.id < c.id)
                       - (select coalesce(sum(i.withdrawn_tax_cents), 0) from order_items i where i.order_id = c.order_id)
                     else 0 end) as own_tax
          from credit_notes c join orders o on o.id = c.order_id
        ) own window notes as (partition by order_id order by id)
      ) taxed window notes as (partition by order_id order by id)
    ) noted window notes as (partition by order_id order by id)
  ) credited window notes as (partition by order_id order by id)`

/** Returns the tax that a credit note of an order takes back. */
export const loadCreditedTax = async (db: Db, order_id: number, credit_note_id: number): Promise<number> => {
  const { rows } = await sql<{ id: number; tax_cents: string }>`
    select id, tax_cents from (${creditedAmounts}) a where order_id = ${order_id}`.execute(db)
  return Number(rows.find(({ id }) => id === credit_note_id)?.tax_cents ?? 0)
}
