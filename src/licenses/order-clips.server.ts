import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'

import { loadBoughtClips } from './bought-clips.server.ts'

const PER_PAGE = 48

/** Returns a page of an order's clips as they were sold, in line order. A clip under two licenses is listed once. */
export const loadOrderClips = async (db: Db, order_id: number, now: Date, page = 1) => {
  const distinctClips = db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .select(['clip_id', sql<number>`min(id)`.as('first_id'), sql<number>`(count(*) over ())::integer`.as('total')])
    .groupBy('clip_id')
    .orderBy('first_id')
  const pageRows = await distinctClips
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  const total = pageRows[0]?.total ?? (await distinctClips.execute()).length
  const data = await loadBoughtClips(
    db,
    pageRows.map(({ clip_id }) => ({ order_id, clip_id })),
    now,
  )
  return { data, meta: toPagination(page, PER_PAGE, total) }
}
