/** Shoots and curated collections, with what stands for them. Those without a published clip are not shown to anyone. */
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { CollectionCard, CollectionDetail } from './collections-contract.ts'
import type { ClipCard } from './contract.ts'
import { coverOf, trailerOf } from './covers.server.ts'

type Row = Omit<CollectionCard, 'filmmaker' | 'cover' | 'trailer_video_data'> & {
  filmmaker: { id: number; slug: string; name: string } | null
  cover_card: string | null
}

const cardOf = ({ filmmaker, cover_card, ...facts }: Row): CollectionCard => ({
  ...facts,
  filmmaker: filmmaker && { data: filmmaker },
  cover: coverOf(cover_card),
  trailer_video_data: trailerOf(cover_card),
})

/** Published clips of collection `co`, whichever its kind. */
const members = sql`
  select s.clip_id, s.score, s.card, c.flashing from clips c join clip_search s on s.clip_id = c.id where co.kind = 'shoot' and c.shoot_id = co.id
  union all
  select s.clip_id, s.score, s.card, c.flashing from collection_clips cc join clips c on c.id = cc.clip_id join clip_search s on s.clip_id = c.id where cc.collection_id = co.id`

export type Page = { skip: number; size: number }
const whole_list: Page = { skip: 0, size: 100 }

/** The trailer's clip stands for a collection, or its best one, before any that flashes. */
const collectionRows = async (
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { skip, size } = whole_list,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    with shown as (
      select co.* from collections co where co.clip_count > 0 and ${where}
      order by ${order}, co.id offset ${skip} limit ${size}
    )
    select co.id, co.slug, co.name, co.kind, co.description, co.featured, co.clip_count, to_char(co.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
           case when f.id is not null then json_build_object('id', f.id, 'slug', f.slug, 'name', f.name) end as filmmaker,
           (select m.card from (${members}) m order by m.clip_id = co.trailer_clip_id desc nulls last, m.flashing, m.score desc limit 1) as cover_card
    from shown co left join filmmakers f on f.id = co.filmmaker_id
    order by ${order}, co.id`.execute(db)
  return rows
}

const editorsOrder = sql`co.kind = 'shoot', case when co.kind = 'curated' then co.position end, co.created_at desc`

/** One page of the collections, and how many there are. */
export const collectionList = async (db: Db, kind: 'shoot' | 'curated' | undefined, page: Page) => {
  const [rows, { total }] = await Promise.all([
    collectionRows(db, kind ? sql`co.kind = ${kind}` : sql`true`, editorsOrder, page),
    db
      .selectFrom('collections')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('clip_count', '>', 0)
      .$if(kind !== undefined, query => query.where('kind', '=', kind ?? ''))
      .executeTakeFirstOrThrow(),
  ])
  return { collections: rows.map(cardOf), total }
}

export const featuredCollections = async (db: Db, kind: 'shoot' | 'curated'): Promise<CollectionCard[]> =>
  (await collectionRows(db, sql`co.featured and co.kind = ${kind}`, editorsOrder)).map(cardOf)

/** One page of a filmmaker's shoots, newest first, and how many there are. */
export const shootsOf = async (db: Db, filmmaker_id: number, page: Page) => {
  const [rows, { total }] = await Promise.all([
    collectionRows(db, sql`co.filmmaker_id = ${filmmaker_id}`, sql`co.created_at desc`, page),
    db
      .selectFrom('collections')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('filmmaker_id', '=', filmmaker_id)
      .where('clip_count', '>', 0)
      .executeTakeFirstOrThrow(),
  ])
  return { shoots: rows.map(cardOf), total }
}

/** Throws a 404 Refusal. */
export const oneCollection = async (db: Db, id: number): Promise<CollectionCard> => {
  const [row] = await collectionRows(db, sql`co.id = ${id}`, sql`co.id`)
  if (!row) throw refuse.missing('collection')
  return cardOf(row)
}

/** Published clips in the editors' order; those of a shoot scene by scene. */
const clipsOf = async (db: Db, collection_id: number, { skip, size }: Page): Promise<ClipCard[]> => {
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

/** A collection with one page of its clips. Throws a 404 Refusal. */
export const collectionDetail = async (db: Db, id: number, page: Page): Promise<CollectionDetail> => {
  const [collection, clips] = await Promise.all([oneCollection(db, id), clipsOf(db, id, page)])
  return { ...collection, clips }
}
