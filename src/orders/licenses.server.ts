/** Grants an order's licenses when it is placed, and revokes them when its money is refunded or lost. */
import { sql } from 'kysely'

import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { isLimited, getLicenseEnd, formatTerm, formatTerritory, type SoldRate } from '#rates/rate.ts'

import type { OrderState } from './states.ts'
import { endUpgrades } from './superseded.server.ts'

/** Inserts the licenses of an order's lines, as a part of the statement that places the order. */
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

/** Selects the lines of an order that are under preferred rates. */
export const selectRateLines = (trx: Trx, order_id: number) =>
  trx.selectFrom('order_items').where('order_id', '=', order_id).where('rate_id', 'is not', null)

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

export const revokeLicenses = async (
  trx: Trx,
  order_id: number,
  selection: 'all' | readonly number[],
  to: OrderState,
  now: Date,
) => {
  if (selection !== 'all' && selection.length === 0) throw new Error('A partial refund must name its lines.')
  const items = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .$if(selection !== 'all', query => query.where('id', 'in', selection as readonly number[]))
    .select('id')
    .execute()
  const ids = items.map(item => item.id)
  if (ids.length === 0) return
  await trx
    .updateTable('licenses')
    .set({ revoked_at: now })
    .where('order_item_id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
  await endUpgrades(trx, ids, now)
  if (to === 'refunded' || to === 'partially_refunded')
    await trx.updateTable('order_items').set({ refunded: true }).where('id', 'in', ids).execute()
}
