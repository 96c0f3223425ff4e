import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'

import { boughtClips } from './bought-clips.server.ts'

const per_page = 48

/** The clips of an order as they were sold, in the order of its lines; a clip under two licenses stands once. */
export const clipsOf = async (db: Db, order_id: number, now: Date, page = 1) => {
  const ordered = db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .select(['clip_id', sql<number>`min(id)`.as('first_id'), sql<number>`(count(*) over ())::integer`.as('total')])
    .groupBy('clip_id')
    .orderBy('first_id')
  const shown = await ordered
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const total = shown[0]?.total ?? (await ordered.execute()).length
  const data = await boughtClips(
    db,
    shown.map(({ clip_id }) => ({ order_id, clip_id })),
    now,
  )
  return { data, meta: pagination(page, per_page, total) }
}

/** The ids of an order's clips, each once. */
export const clipsOfOrder = async (db: Db, order_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .select('clip_id')
    .distinct()
    .orderBy('clip_id')
    .execute()
  return rows.map(row => row.clip_id)
}
