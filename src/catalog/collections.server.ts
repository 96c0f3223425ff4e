/** Loads shoots and curated collections with their covers. Collections without a published clip are left out. */
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { CollectionCard, CollectionDetail } from './collections-contract.ts'
import type { ClipCard } from './contract.ts'
import { coverOf, trailerDataOf } from './covers.server.ts'

type CollectionRow = Omit<CollectionCard, 'filmmaker' | 'cover' | 'trailer_video_data'> & {
  filmmaker: { id: number; slug: string; name: string } | null
  cover_card: string | null
}

const toCollectionCard = ({ filmmaker, cover_card, ...fields }: CollectionRow): CollectionCard => ({
  ...fields,
  filmmaker: filmmaker && { data: filmmaker },
  cover: coverOf(cover_card),
  trailer_video_data: trailerDataOf(cover_card),
})

/** Published clips of collection `co`, of either kind. */
const memberClips = sql`
  select s.clip_id, s.score, s.card, c.flashing from clips c join clip_search s on s.clip_id = c.id where co.kind = 'shoot' and c.shoot_id = co.id
  union all
  select s.clip_id, s.score, s.card, c.flashing from collection_clips cc join clips c on c.id = cc.clip_id join clip_search s on s.clip_id = c.id where cc.collection_id = co.id`

export type PageRange = { skip: number; size: number }
const fullList: PageRange = { skip: 0, size: 100 }

/** The cover is the trailer’s clip, otherwise the best clip that does not flash. */
const loadCollectionRows = async (
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { skip, size } = fullList,
): Promise<CollectionRow[]> => {
  const { rows } = await sql<CollectionRow>`
    with shown as (
      select co.* from collections co where co.clip_count > 0 and ${where}
      order by ${order}, co.id offset ${skip} limit ${size}
    )
    select co.id, co.slug, co.name, co.kind, co.description, co.featured, co.clip_count, to_char(co.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
           case when f.id is not null then json_build_object('id', f.id, 'slug', f.slug, 'name', f.name) end as filmmaker,
           (select m.card from (${memberClips}) m order by m.clip_id = co.trailer_clip_id desc nulls last, m.flashing, m.score desc limit 1) as cover_card
    from shown co left join filmmakers f on f.id = co.filmmaker_id
    order by ${order}, co.id`.execute(db)
  return rows
}

const editorsOrder = sql`co.kind = 'shoot', case when co.kind = 'curated' then co.position end, co.created_at desc`

/** Returns one page of the collections and the total. */
export const loadCollections = async (db: Db, kind: 'shoot' | 'curated' | undefined, page: PageRange) => {
  const [rows, { total }] = await Promise.all([
    loadCollectionRows(db, kind ? sql`co.kind = ${kind}` : sql`true`, editorsOrder, page),
    db
      .selectFrom('collections')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('clip_count', '>', 0)
      .$if(kind !== undefined, query => query.where('kind', '=', kind ?? ''))
      .executeTakeFirstOrThrow(),
  ])
  return { collections: rows.map(toCollectionCard), total }
}

export const loadFeaturedCollections = async (db: Db, kind: 'shoot' | 'curated'): Promise<CollectionCard[]> =>
  (await loadCollectionRows(db, sql`co.featured and co.kind = ${kind}`, editorsOrder)).map(toCollectionCard)

/** Returns one page of a filmmaker’s shoots, newest first, and the total. */
export const loadFilmmakerShoots = async (db: Db, filmmaker_id: number, page: PageRange) => {
  const [rows, { total }] = await Promise.all([
    loadCollectionRows(db, sql`co.filmmaker_id = ${filmmaker_id}`, sql`co.created_at desc`, page),
    db
      .selectFrom('collections')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('filmmaker_id', '=', filmmaker_id)
      .where('clip_count', '>', 0)
      .executeTakeFirstOrThrow(),
  ])
  return { shoots: rows.map(toCollectionCard), total }
}

/** Throws a 404 Refusal. */
export const loadCollection = async (db: Db, id: number): Promise<CollectionCard> => {
  const [row] = await loadCollectionRows(db, sql`co.id = ${id}`, sql`co.id`)
  if (!row) throw refuse.missing('collection')
  return toCollectionCard(row)
}

/** Returns published clips in the editors’ order; the clips of a shoot scene by scene. */
const loadCollectionClips = async (db: Db, collection_id: number, { skip, size }: PageRange): Promise<ClipCard[]> => {
  const { rows } = await sql<{ card: string }>`
    select s.card
    from (select id, scene_id, null::integer as position from clips where shoot_id = ${collection_id}
          union all
          select c.id, c.scene_id, cc.position from collection_clips cc join clips c on c.id = cc.clip_id where cc.collection_id = ${collection_id}) c
    join clip_search s on s.clip_id = c.id
    left join scenes sc on sc.id = c.scene_id
    order by c.position, sc.position, c.id offset ${skip} limit ${size}`.execute(db)
  return rows.map(({ card }) => JSON.parse(card) as ClipCard)
}

/** Returns a collection with one page of its clips. Throws a 404 Refusal. */
export const loadCollectionDetail = async (db: Db, id: number, page: PageRange): Promise<CollectionDetail> => {
  const [collection, clips] = await Promise.all([loadCollection(db, id), loadCollectionClips(db, id, page)])
  return { ...collection, clips }
}
