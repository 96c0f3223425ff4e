/** The rights that an order grants when it is placed, and takes back when its money goes. */
import { sql } from 'kysely'

import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { isLimited, licenseEnds, termLabel, territoryLabel, type SoldRate } from '#rates/rate.ts'

import type { OrderState } from './states.ts'
import { endUpgrades } from './superseded.server.ts'

/** The licenses of an order's lines, as a part of the statement that places it. */
export const newLicenses = (trx: Trx, order_id: number, now: Date) =>
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

/** The lines of an order under preferred rates. */
export const linesUnderRates = (trx: Trx, order_id: number) =>
  trx.selectFrom('order_items').where('order_id', '=', order_id).where('rate_id', 'is not', null)

/** What stands under a preferred rate holds where and as long as the rate says. */
export const limitLicenses = async (trx: Trx, order_id: number, now: Date) => {
  const lines = await linesUnderRates(trx, order_id).select(['id', 'rate_id', 'rate']).execute()
  for (const alike of Map.groupBy(lines, line => line.rate_id).values()) {
    const rate = alike[0]?.rate as SoldRate
    if (!isLimited(rate)) continue
    const each = (label: (group: SoldRate['distribution_groups'][number]) => string) =>
      [...new Set(rate.distribution_groups.map(label))].join('; ')
    await trx
      .updateTable('licenses')
      .set({ territory: each(territoryLabel), term: each(termLabel), ends_at: licenseEnds(rate, now) })
      .where(
        'order_item_id',
        'in',
        alike.map(({ id }) => id),
      )
      .execute()
  }
}

/** Of the lines named, those not given back before. Throws 404 for one that is not the order's. */
export const newRefunds = async (trx: Trx, order_id: number, named: readonly number[] = []): Promise<number[]> => {
  if (named.length === 0) return []
  const lines = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .where('id', 'in', named)
    .select(['id', 'refunded'])
    .execute()
  if (lines.length < new Set(named).size) throw refuse.missing('line of the order')
  return lines.filter(line => !line.refunded).map(line => line.id)
}

export const revokeLicenses = async (
  trx: Trx,
  order_id: number,
  which: 'all' | readonly number[],
  to: OrderState,
  now: Date,
) => {
  if (which !== 'all' && which.length === 0) throw new Error('A partial refund must name its lines.')
  const items = await trx
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .$if(which !== 'all', query => query.where('id', 'in', which as readonly number[]))
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
