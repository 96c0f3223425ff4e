import { sql, type RawBuilder } from 'kysely'

import { picturesOf } from '#catalog/card.server.ts'
import type { CollectionState } from '#catalog/curating.ts'
import { orderOf } from '#catalog/members.server.ts'
import type { ClipState } from '#catalog/review.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'

import { likeOf } from '../like.server.ts'
import { staffLog } from '../log/show.server.ts'
import type { CollectionRow, Member, Place, StaffCollection } from './contract.ts'
import { members_per_page } from './paging.ts'

const per_page = 50

type Asked = {
  page?: number | undefined
  search?: string | undefined
  kind?: 'curated' | 'shoot' | undefined
  state?: CollectionState | 'featured' | undefined
}

/** As the public sees them in order, whatever their state. */
const editorsOrder = sql`co.kind = 'shoot', case when co.kind = 'curated' then co.position end, co.created_at desc, co.id`

const membersOf = sql`
  select c.id, null::integer as position, c.master_id, c.status from clips c where co.kind = 'shoot' and c.shoot_id = co.id
  union all
  select c.id, m.position, c.master_id, c.status from collection_clips m join clips c on c.id = m.clip_id where m.collection_id = co.id`

type Facts = Omit<CollectionRow, 'thumbs'> & { renditions: StoredRenditions | null }

/** The picture is that of the chosen cover, or of the first clip. */
const rowsOf = async (db: Db, where: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<CollectionRow[]> => {
  const { rows } = await sql<Facts>`
    with shown as (select co.* from collections co left join filmmakers f on f.id = co.filmmaker_id where ${where} order by ${editorsOrder} ${page})
    select co.id, co.name, co.kind, co.state, co.featured, f.name as filmmaker, n.clips, n.published_clips, picture.renditions
    from shown co
    left join filmmakers f on f.id = co.filmmaker_id
    cross join lateral (
      select count(*)::integer as clips, (count(*) filter (where k.status = 'published'))::integer as published_clips
      from (${membersOf}) k
    ) n
    left join lateral (
      select m.renditions from (${membersOf}) k join masters m on m.id = k.master_id
      order by k.id = co.trailer_clip_id desc nulls last, k.position, k.id limit 1
    ) picture on true
    order by ${editorsOrder}`.execute(db)
  return rows.map(({ renditions, ...row }) => ({
    ...row,
    thumbs: picturesOf(renditions ?? {}, 'thumb_156', 'thumb_480'),
  }))
}

export const collectionsFor = async (db: Db, { page = 1, search, kind, state }: Asked) => {
  const like = likeOf(search)
  const number = /^\s*#?(\d{1,9})\s*$/.exec(search ?? '')?.[1]
  const where = sql`
    ${kind === undefined ? sql`true` : sql`co.kind = ${kind}`}
    and ${state === undefined ? sql`true` : state === 'featured' ? sql`co.featured` : sql`co.state = ${state}`}
    and ${
      like === undefined
        ? sql`true`
        : sql`(co.name || ' ' || co.slug || ' ' || coalesce(f.name, '') ilike ${like} or co.id = ${Number(number ?? 0)})`
    }`
  const [rows, counted] = await Promise.all([
    rowsOf(db, where, sql`offset ${(page - 1) * per_page} limit ${per_page}`),
    sql<{ total: number }>`
      select count(*)::integer as total from collections co left join filmmakers f on f.id = co.filmmaker_id where ${where}`.execute(
      db,
    ),
  ])
  return { data: rows, meta: pagination(page, per_page, counted.rows[0]?.total ?? 0) }
}

/** Every curated collection in order. */
export const placesOf = async (db: Db): Promise<Place[]> =>
  (await rowsOf(db, sql`co.kind = 'curated'`, sql``)).map(
    ({ kind: _kind, clips: _clips, filmmaker: _filmmaker, ...place }) => place,
  )

/** A shoot's clips stand scene by scene, as everybody sees them. */
const shotOrder = async (db: Db, shoot_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('clips as c')
    .leftJoin('scenes as s', 's.id', 'c.scene_id')
    .where('c.shoot_id', '=', shoot_id)
    .orderBy('s.position')
    .orderBy('c.id')
    .select('c.id')
    .execute()
  return rows.map(row => row.id)
}

const known = async (db: Db, id: number) => {
  const row = await db.selectFrom('collections').where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw refuse.missing('collection')
  return { ...row, order: await (row.kind === 'shoot' ? shotOrder(db, id) : orderOf(db, id)) }
}

/** Throws 404. */
export const collectionFor = async (db: Db, id: number): Promise<StaffCollection> => {
  const { trailer_clip_id, filmmaker_id, order, ...row } = await known(db, id)
  const [filmmaker, counted, { data: history }] = await Promise.all([
    filmmaker_id === null
      ? undefined
      : db.selectFrom('filmmakers').where('id', '=', filmmaker_id).select(['id', 'name']).executeTakeFirst(),
    // In one value: an order may have thousands.
    sql<{ n: number }>`
      select count(*)::integer as n from clips where id = any(${order}::int[]) and status = 'published'`.execute(db),
    staffLog(db, { about: 'collection', key: String(id) }),
  ])
  return {
    id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    kind: row.kind as StaffCollection['kind'],
    state: row.state as CollectionState,
    featured: row.featured,
    version: row.version,
    filmmaker: filmmaker ?? null,
    cover_clip_id: trailer_clip_id !== null && order.includes(trailer_clip_id) ? trailer_clip_id : null,
    order,
    published_clips: counted.rows[0]?.n ?? 0,
    history,
  }
}

/** A page of its clips as they are asked for by `order`. Throws 404. */
export const membersFor = async (db: Db, id: number, { page = 1 }: { page?: number | undefined }) => {
  const { order } = await known(db, id)
  const ids = order.slice((page - 1) * members_per_page, page * members_per_page)
  return { data: await clipsOf(db, ids), meta: pagination(page, members_per_page, order.length) }
}

const clipsOf = async (db: Db, ids: readonly number[]): Promise<Member[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .where('c.id', 'in', ids)
    .select(['c.id', 'c.name', 'c.status', 'c.duration_ms', 'c.width', 'c.height', 'c.flashing', 'm.renditions'])
    .select('f.name as filmmaker')
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap((id): Member[] => {
    const row = byId.get(id)
    if (!row) return []
    const { status, duration_ms, renditions, ...facts } = row
    const duration_in_seconds = duration_ms / 1_000
    const thumbs = picturesOf(renditions as StoredRenditions, 'thumb_156', 'thumb_480')
    return [{ ...facts, state: status as ClipState, duration_in_seconds, thumbs }]
  })
}
