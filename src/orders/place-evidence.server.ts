import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { describeContradiction, type EvidenceKind, type PlaceEvidence } from '#tax/place-evidence.ts'

/** Records where the buyer of an order is, once for each kind. Orders of businesses need none. */
export const recordEvidence = async (
  trx: Trx,
  order_id: number,
  kind: EvidenceKind,
  country: string | undefined,
  now: Date,
): Promise<void> => {
  if (country === undefined) return
  await trx
    .insertInto('order_evidence')
    .columns(['order_id', 'kind', 'country', 'recorded_at'])
    .expression(eb =>
      eb
        .selectFrom('orders')
        .where('id', '=', order_id)
        .where(sql<boolean>`tax->'evidence'->>'exchange' = 'consumer'`)
        .select([
          'id',
          eb.val(kind).as('kind'),
          eb.val(country).as('country'),
          sql<Date>`${now}::timestamptz`.as('recorded_at'),
        ]),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Returns what the orders have besides their billing address, by order. */
export const listEvidence = async (db: Db, order_ids: readonly number[]): Promise<Map<number, PlaceEvidence[]>> => {
  if (order_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_evidence')
    .where('order_id', 'in', order_ids)
    .orderBy('kind', 'desc')
    .select(['order_id', 'kind', 'country'])
    .execute()
  return Map.groupBy(
    rows.map(row => ({ ...row, kind: row.kind as EvidenceKind })),
    ({ order_id }) => order_id,
  )
}

type ContradictedOrder = { order_id: number; number: string; text: string }

/** Returns the newest orders between two days whose evidence contradicts their billing country. `end`: the day after the last. */
export const listContradictions = async (
  db: Db,
  { from, end, limit }: { from: string; end: string; limit: number },
): Promise<ContradictedOrder[]> => {
  const { rows } = await sql<{ id: number; number: string; billed: string }>`
    select o.id, o.universal_invoice_number as number, o.tax->'evidence'->>'country' as billed
    from orders o
    where o.placed_at >= ${`${from}T00:00:00Z`}::timestamptz and o.placed_at < ${`${end}T00:00:00Z`}::timestamptz
      and exists (select from order_evidence e where e.order_id = o.id and e.country <> o.tax->'evidence'->>'country')
      and not exists (select from order_evidence e where e.order_id = o.id and e.country = o.tax->'evidence'->>'country')
    order by o.id desc limit ${limit}`.execute(db)
  const evidence = await listEvidence(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, number, billed }) => {
    const text = describeContradiction(billed, evidence.get(id) ?? [])
    return text === '' ? [] : [{ order_id: id, number, text }]
  })
}
