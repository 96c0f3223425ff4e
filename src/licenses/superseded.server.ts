/**
 * Licenses that wider ones superseded, and that are in force again when those end. Only `transitionOrder` calls the
 * functions that change them.
 */
import { sql } from 'kysely'

import { endUpgradeLines } from '#orders/order-lines.server.ts'
import type { Trx } from '#platform/db/database.server.ts'

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
    const upgradedIds = await endUpgradeLines(trx, ids, now)
    if (upgradedIds.length === 0) return
    const restored = await trx
      .updateTable('licenses')
      .set({ superseded_by: null })
      .where('order_item_id', 'in', upgradedIds)
      .returning(['order_item_id', 'revoked_at'])
      .execute()
    ids = restored.flatMap(({ revoked_at, order_item_id }) => (revoked_at === null ? [] : (order_item_id ?? [])))
  }
}

/** Columns beside a license `l`: the order of its successor, and whether an upgrade exists or is being paid. */
export const upgradeColumns = [
  sql<string | null>`(select o.universal_invoice_number from licenses n
    join order_items j on j.id = n.order_item_id join orders o on o.id = j.order_id
    where n.id = l.superseded_by)`.as('newer'),
  sql<boolean>`exists (select from order_items j
    where j.upgrades_item_id = l.order_item_id and j.upgrade_ended_at is null)`.as('is_upgraded'),
] as const
