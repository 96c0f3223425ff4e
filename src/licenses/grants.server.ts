/** Grants the licenses of an order's lines and revokes them. Only `transitionOrder` calls these functions. */
import { sql } from 'kysely'

import { isLimited, getLicenseEnd, formatTerm, formatTerritory, type SoldRate } from '#licensing/rate.ts'
import { selectRateLines } from '#orders/order-lines.server.ts'
import type { Trx } from '#platform/db/database.server.ts'

import { endUpgrades } from './superseded.server.ts'

export const insertLicenses = (trx: Trx, order_id: number, now: Date) =>
  trx
    .insertInto('licenses')
    .columns([
      'workspace_id',
      'order_item_id',
      'clip_id',
      'format_id',
      'org_type',
      'end_client_size',
      'distribution_ids',
      'granted_at',
    ])
    .expression(eb =>
      eb
        .selectFrom('order_items as i')
        .innerJoin('orders as o', 'o.id', 'i.order_id')
        .where('o.id', '=', order_id)
        .orderBy('i.id')
        .select([
          'o.workspace_id',
          'i.id',
          'i.clip_id',
          'i.format_id',
          'i.org_type',
          'i.end_client_size',
          'i.distribution_ids',
          sql<Date>`${now}::timestamptz`.as('granted_at'),
        ]),
    )
    .execute()

/** Sets the territory, term and end of licenses that are under preferred rates. */
export const applyRateLimits = async (trx: Trx, order_id: number, now: Date) => {
  const lines = await selectRateLines(trx, order_id).select(['id', 'rate_id', 'rate']).execute()
  for (const sameRateLines of Map.groupBy(lines, line => line.rate_id).values()) {
    const rate = sameRateLines[0]?.rate as SoldRate
    if (!isLimited(rate)) continue
    const joinLabels = (label: (group: SoldRate['distribution_groups'][number]) => string) =>
      [...new Set(rate.distribution_groups.map(label))].join('; ')
    await trx
      .updateTable('licenses')
      .set({ territory: joinLabels(formatTerritory), term: joinLabels(formatTerm), ends_at: getLicenseEnd(rate, now) })
      .where(
        'order_item_id',
        'in',
        sameRateLines.map(({ id }) => id),
      )
      .execute()
  }
}

/** Revokes the licenses of these order lines, and ends the upgrades that they were. */
export const revokeLicenses = async (trx: Trx, item_ids: readonly number[], now: Date): Promise<void> => {
  await trx
    .updateTable('licenses')
    .set({ revoked_at: now })
    .where('order_item_id', 'in', item_ids)
    .where('revoked_at', 'is', null)
    .execute()
  await endUpgrades(trx, item_ids, now)
}
