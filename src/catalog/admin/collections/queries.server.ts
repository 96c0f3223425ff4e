import { sql, type RawBuilder } from 'kysely'

import type { StoredRenditions } from '#media/masters.server.ts'
import { listStaffAuditEntries } from '#platform/admin/audit-log/list.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { picturesOf } from '../../card.server.ts'
import { loadMemberIds } from '../../collection-members.server.ts'
import type { CollectionState } from '../../collection-states.ts'
import type { ClipState } from '../../review.ts'
import type { StaffCollectionSummary, CollectionMember, OrderedCollection, StaffCollection } from './contract.ts'
import { MEMBERS_PER_PAGE } from './paging.ts'

const PER_PAGE = 50

type StaffCollectionsQuery = {
  page?: number | undefined
  search?: string | undefined
  kind?: 'curated' | 'shoot' | undefined
  state?: CollectionState | 'featured' | undefined
}

/** The public order, for every state. */
const editorsOrder = sql`co.kind = 'shoot', case when co.kind = 'curated' then co.position end, co.created_at desc, co.id`

const membersSql = sql`
  select c.id, null::integer as position, c.master_id, c.status from clips c where co.kind = 'shoot' and c.shoot_id = co.id
  union all
  select c.id, m.position, c.master_id, c.status from collection_clips m join clips c on c.id = m.clip_id where m.collection_id = co.id`

type CollectionSummaryRow = Omit<StaffCollectionSummary, 'thumbs'> & { renditions: StoredRenditions | null }

/** Returns collections with the picture of their cover or first clip. */
const loadSummaries = async (
  db: Db,
  where: RawBuilder<unknown>,
  pageClause: RawBuilder<unknown>,
): Promise<StaffCollectionSummary[]> => {
  const { rows } = await sql<CollectionSummaryRow>`
    with shown as (select co.* from collections co left join filmmakers f on f.id = co.filmmaker_id where ${where} order by ${editorsOrder} ${pageClause})
    select co.id, co.name, co.kind, co.state, co.featured, f.name as filmmaker, n.clips, n.published_clips, picture.renditions
    from shown co
    left join filmmakers f on f.id = co.filmmaker_id
    cross join lateral (
      select count(*)::integer as clips, (count(*) filter (where k.status = 'published'))::integer as published_clips
      from (${membersSql}) k
    ) n
    left join lateral (
      select m.renditions from (${membersSql}) k join masters m on m.id = k.master_id
      order by k.id = co.trailer_clip_id desc nulls last, k.position, k.id limit 1
    ) picture on true
    order by ${editorsOrder}`.execute(db)
  return rows.map(({ renditions, ...row }) => ({
    ...row,
    thumbs: picturesOf(renditions ?? {}, 'thumb_156', 'thumb_480'),
  }))
}

export const listCollectionsForStaff = async (db: Db, { page = 1, search, kind, state }: StaffCollectionsQuery) => {
  const pattern = toLikePattern(search)
  const collectionNumber = /^\s*#?(\d{1,9})\s*$/.exec(search ?? '')?.[1]
  const where = sql`
    ${kind === undefined ? sql`true` : sql`co.kind = ${kind}`}
    and ${state === undefined ? sql`true` : state === 'featured' ? sql`co.featured` : sql`co.state = ${state}`}
    and ${
      pattern === undefined
        ? sql`true`
        : sql`(co.name || ' ' || co.slug || ' ' || coalesce(f.name, '') ilike ${pattern} or co.id = ${Number(collectionNumber ?? 0)})`
    }`
  const [rows, countResult] = await Promise.all([
    loadSummaries(db, where, sql`offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`),
    sql<{ total: number }>`
      select count(*)::integer as total from collections co left join filmmakers f on f.id = co.filmmaker_id where ${where}`.execute(
      db,
    ),
  ])
  return { data: rows, meta: toPagination(page, PER_PAGE, countResult.rows[0]?.total ?? 0) }
}

/** Returns every curated collection, in order. */
export const loadCollectionOrder = async (db: Db): Promise<OrderedCollection[]> =>
  (await loadSummaries(db, sql`co.kind = 'curated'`, sql``)).map(
    ({ kind: _kind, clips: _clips, filmmaker: _filmmaker, ...collection }) => collection,
  )

/** Returns a shoot's clip ids scene by scene, as everyone sees them. */
const loadShootOrder = async (db: Db, shoot_id: number): Promise<number[]> => {
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

const loadWithOrder = async (db: Db, id: number) => {
  const row = await db.selectFrom('collections').where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw refuse.missing('collection')
  return { ...row, order: await (row.kind === 'shoot' ? loadShootOrder(db, id) : loadMemberIds(db, id)) }
}

/** Returns one collection. Throws 404. */
export const loadStaffCollection = async (db: Db, id: number): Promise<StaffCollection> => {
  const { trailer_clip_id, filmmaker_id, order, ...row } = await loadWithOrder(db, id)
  const [filmmaker, countResult, { data: history }] = await Promise.all([
    filmmaker_id === null
      ? undefined
      : db.selectFrom('filmmakers').where('id', '=', filmmaker_id).select(['id', 'name']).executeTakeFirst(),
    // As one array parameter, since an order may have thousands of clips.
    sql<{ n: number }>`
      select count(*)::integer as n from clips where id = any(${order}::int[]) and status = 'published'`.execute(db),
    listStaffAuditEntries(db, { about: 'collection', key: String(id) }),
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
    published_clips: countResult.rows[0]?.n ?? 0,
    history,
  }
}

/** Returns a page of a collection's clips in order. Throws 404. */
export const listMembers = async (db: Db, id: number, { page = 1 }: { page?: number | undefined }) => {
  const { order } = await loadWithOrder(db, id)
  const ids = order.slice((page - 1) * MEMBERS_PER_PAGE, page * MEMBERS_PER_PAGE)
  return { data: await loadMembers(db, ids), meta: toPagination(page, MEMBERS_PER_PAGE, order.length) }
}

const loadMembers = async (db: Db, ids: readonly number[]): Promise<CollectionMember[]> => {
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
  return ids.flatMap((id): CollectionMember[] => {
    const row = byId.get(id)
    if (!row) return []
    const { status, duration_ms, renditions, ...fields } = row
    const duration_in_seconds = duration_ms / 1_000
    const thumbs = picturesOf(renditions as StoredRenditions, 'thumb_156', 'thumb_480')
    return [{ ...fields, state: status as ClipState, duration_in_seconds, thumbs }]
  })
}
