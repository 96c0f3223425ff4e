/**
 * Licenses that wider ones superseded, and that are in force again when those end. Only `transitionOrder` calls the
 * functions that change them.
 */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'

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

/** Marks the licenses that an order's lines upgrade as superseded by the order's own. */
export const supersedeLicenses = async (trx: Trx, order_id: number): Promise<void> => {
  await sql`
    update licenses l set superseded_by = n.id
    from order_items i join licenses n on n.order_item_id = i.id
    where i.order_id = ${order_id} and i.upgrade_ended_at is null and l.order_item_id = i.upgrades_item_id`.execute(trx)
}

/**
 * Ends the upgrades of lines that lost their license: the licenses that they superseded are in force again. This waits while
 * a later upgrade builds on the lost one, because that was credited with everything paid before it and ends with it.
 */
export const endUpgrades = async (trx: Trx, item_ids: readonly number[], now: Date): Promise<void> => {
  for (let ids = item_ids; ids.length > 0;) {
    const ended = await trx
      .updateTable('order_items as i')
      .set({ upgrade_ended_at: now })
      .where('i.id', 'in', ids)
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
    const upgradedIds = ended.flatMap(({ upgrades_item_id }) => upgrades_item_id ?? [])
    if (upgradedIds.length === 0) return
    const restored = await trx
      .updateTable('licenses')
      .set({ superseded_by: null })
      .where('order_item_id', 'in', upgradedIds)
      .returning(['order_item_id', 'revoked_at'])
      .execute()
    ids = restored.filter(({ revoked_at }) => revoked_at !== null).map(({ order_item_id }) => order_item_id)
  }
}

/** Columns beside a license `l` of a line `i`: the order of its successor, and whether an upgrade exists or is being paid. */
export const upgradeColumns = [
  sql<string | null>`(select o.universal_invoice_number from licenses n
    join order_items j on j.id = n.order_item_id join orders o on o.id = j.order_id
    where n.id = l.superseded_by)`.as('newer'),
  sql<boolean>`exists (select from order_items j
    where j.upgrades_item_id = i.id and j.upgrade_ended_at is null)`.as('is_upgraded'),
] as const

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
