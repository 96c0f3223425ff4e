/** Small pictures for suggestions. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { oneOf } from '#platform/prepared.server.ts'

import type { ClipDetail, Picture } from '../contract.ts'

type Pictures = ReadonlyMap<number, Picture | null>

/** The smallest; cards have none so small, details do. */
const smallIn = (detail: string): Picture | null => {
  const { thumbs } = (JSON.parse(detail) as ClipDetail).movie.public_paths
  return thumbs.filter(({ type }) => type === 'image/webp').toSorted((a, b) => a.width - b.width)[0] ?? null
}

const pictures = (rows: readonly { id: number; detail: string }[]): Pictures =>
  new Map(rows.map(({ id, detail }) => [id, smallIn(detail)]))

/** Of clips, by id. */
export const clipPictures = async (db: Db, ids: readonly number[]): Promise<Pictures> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; detail: string }>`
    select clip_id as id, detail from clip_search where clip_id in ${oneOf(ids)}`.execute(db)
  return pictures(rows)
}

/** Of collections, by id: of the clip that is their trailer while it is one of theirs, or of another. */
export const collectionPictures = async (db: Db, ids: readonly number[]): Promise<Pictures> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; detail: string }>`
    select co.id, s.detail
    from collections co cross join lateral (
      select c.id from clips c where c.shoot_id = co.id and c.status = 'published'
      union all
      select cc.clip_id from collection_clips cc join clips c on c.id = cc.clip_id
      where cc.collection_id = co.id and c.status = 'published'
      limit 1
    ) any_clip
    left join clips trailer on trailer.id = co.trailer_clip_id and trailer.status = 'published'
      and (trailer.shoot_id = co.id
           or exists (select from collection_clips own where own.collection_id = co.id and own.clip_id = trailer.id))
    join clip_search s on s.clip_id = coalesce(trailer.id, any_clip.id)
    where co.id in ${oneOf(ids)}`.execute(db)
  return pictures(rows)
}
