/** Small pictures for suggestions. */
import { sql } from 'kysely'

import type { ClipDetail, Picture } from '#catalog/contract.ts'
import type { Db } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'

type PicturesById = ReadonlyMap<number, Picture | null>

/** Returns the smallest picture. Only the clip detail has one small enough. */
const getSmallestPicture = (detail: string): Picture | null => {
  const { thumbs } = (JSON.parse(detail) as ClipDetail).movie.public_paths
  return thumbs.filter(({ type }) => type === 'image/webp').toSorted((a, b) => a.width - b.width)[0] ?? null
}

const toPictures = (rows: readonly { id: number; detail: string }[]): PicturesById =>
  new Map(rows.map(({ id, detail }) => [id, getSmallestPicture(detail)]))

/** Returns the pictures of clips by clip id. */
export const loadClipPictures = async (db: Db, ids: readonly number[]): Promise<PicturesById> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; detail: string }>`
    select clip_id as id, detail from clip_search where clip_id in ${sqlList(ids)}`.execute(db)
  return toPictures(rows)
}

/**
 * Returns the pictures of collections by collection id: of the trailer clip if it still belongs to the collection, otherwise
 * of another clip.
 */
export const loadCollectionPictures = async (db: Db, ids: readonly number[]): Promise<PicturesById> => {
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
    where co.id in ${sqlList(ids)}`.execute(db)
  return toPictures(rows)
}
