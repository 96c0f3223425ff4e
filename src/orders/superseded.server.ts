/** Licenses that wider ones took the place of, and that are in force again when those end. Only `moveOrder` comes here to change them. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'

/** The lines of an order that take the place of earlier ones. */
export const upgradingLines = (db: Db | Trx, order_id: number) =>
  db.selectFrom('order_items').where('order_id', '=', order_id).where('upgrades_item_id', 'is not', null)

/** Locks the orders whose licenses an order's lines upgrade, however far back: the newer order first, as everybody who locks several does. */
export const lockUpgraded = async (trx: Trx, order_id: number): Promise<void> => {
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

/** The licenses that an order's lines upgrade give way to its own. */
export const supersede = async (trx: Trx, order_id: number): Promise<void> => {
  await sql`
    update licenses l set superseded_by = n.id
    from order_items i join licenses n on n.order_item_id = i.id
    where i.order_id = ${order_id} and i.upgrade_ended_at is null and l.order_item_id = i.upgrades_item_id`.execute(trx)
}

/**
 * Lines that lost their right upgrade nothing any more: what they took the place of is in force again. Not so while a later
 * upgrade stands on the lost one, since that was credited with what was paid for all before it; it goes back with that.
 */
export const endUpgrades = async (trx: Trx, lost: readonly number[], now: Date): Promise<void> => {
  for (let ids = lost; ids.length > 0;) {
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
    const freed = ended.flatMap(({ upgrades_item_id }) => upgrades_item_id ?? [])
    if (freed.length === 0) return
    const again = await trx
      .updateTable('licenses')
      .set({ superseded_by: null })
      .where('order_item_id', 'in', freed)
      .returning(['order_item_id', 'revoked_at'])
      .execute()
    ids = again.filter(({ revoked_at }) => revoked_at !== null).map(({ order_item_id }) => order_item_id)
  }
}

/** Beside a license `l` of a line `i`: the order of the one that took its place, and whether it was upgraded or is about to be. */
export const upgradeOfLicense = [
  sql<string | null>`(select o.universal_invoice_number from licenses n
    join order_items j on j.id = n.order_item_id join orders o on o.id = j.order_id
    where n.id = l.superseded_by)`.as('newer'),
  sql<boolean>`exists (select from order_items j
    where j.upgrades_item_id = i.id and j.upgrade_ended_at is null)`.as('is_upgraded'),
] as const

/** Of these lines the first that an upgrade stands on, with that upgrade's order: null for one that is still being paid. */
export const upgradedLine = (db: Db | Trx, item_ids: readonly number[]) =>
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
