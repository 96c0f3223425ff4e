/** The lines of orders: refunds, preferred rates and upgrades of earlier lines. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

/** Selects the lines of an order that are under preferred rates. */
export const selectRateLines = (trx: Trx, order_id: number) =>
  trx.selectFrom('order_items').where('order_id', '=', order_id).where('rate_id', 'is not', null)

/** Selects the lines of an order that upgrade earlier ones. */
export const selectUpgradeLines = (db: Db | Trx, order_id: number) =>
  db.selectFrom('order_items').where('order_id', '=', order_id).where('upgrades_item_id', 'is not', null)

/** Locks all orders whose licenses the order's lines upgrade, directly or not. Newer orders come first, as everywhere that locks several. */
export const lockUpgradedOrders = async (trx: Trx, order_id: number): Promise<void> => {
  await sql`
    with recursive earlier as (
      select upgrades_item_id as id from order_items where order_id = ${order_id} and upgrades_item_id is not null
      union
      select i.upgrades_item_id from earlier e join order_items i on i.id = e.id where i.upgrades_item_id is not null
    )
    select id from orders
    where id in (select i.order_id from order_items i join earlier e on e.id = i.id)
    order by id desc for update`.execute(trx)
}

/** Ends the upgrades that these lines are, unless a later upgrade builds on them. Returns the upgraded lines. */
export const endUpgradeLines = async (trx: Trx, item_ids: readonly number[], now: Date): Promise<number[]> => {
  const ended = await trx
    .updateTable('order_items as i')
    .set({ upgrade_ended_at: now })
    .where('i.id', 'in', item_ids)
    .where('i.upgrades_item_id', 'is not', null)
    .where('i.upgrade_ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items as later')
            .whereRef('later.upgrades_item_id', '=', 'i.id')
            .where('later.upgrade_ended_at', 'is', null)
            .select('later.id'),
        ),
      ),
    )
    .returning('i.upgrades_item_id')
    .execute()
  return ended.flatMap(({ upgrades_item_id }) => upgrades_item_id ?? [])
}

/** Returns those of the given lines that were not refunded before. Throws 404 for a line of another order. */
export const findNewRefunds = async (
  trx: Trx,
  order_id: number,
  item_ids: readonly number[] = [],
): Promise<number[]> => {
  if (item_ids.length === 0) return []
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .where('id', 'in', item_ids)
    .select(['id', 'refunded'])
    .execute()
  if (lines.length < new Set(item_ids).size) throw refuse.missing('line of the order')
  return lines.filter(line => !line.refunded).map(line => line.id)
}

/** Returns the first of these lines that has an upgrade, with the upgrade's order: null while that is being paid. */
export const findUpgradedLine = (db: Db | Trx, item_ids: readonly number[]) =>
  item_ids.length === 0
    ? Promise.resolve(undefined)
    : db
        .selectFrom('order_items as i')
        .innerJoin('order_items as n', 'n.upgrades_item_id', 'i.id')
        .innerJoin('orders as o', 'o.id', 'n.order_id')
        .where('i.id', 'in', item_ids)
        .where('n.upgrade_ended_at', 'is', null)
        .select(['i.clip_id', 'o.universal_invoice_number as order'])
        .orderBy('i.id')
        .limit(1)
        .executeTakeFirst()

/** Returns the ids of all lines of an order. */
export const listLineIds = async (trx: Trx, order_id: number): Promise<number[]> =>
  (await trx.selectFrom('order_items').where('order_id', '=', order_id).select('id').execute()).map(({ id }) => id)

/** Returns the ids of an order's clips, each once. */
export const listOrderClipIds = async (db: Db, order_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .select('clip_id')
    .distinct()
    .orderBy('clip_id')
    .execute()
  return rows.map(row => row.clip_id)
}
