import { clipsForSale } from '#catalog/clips.server.ts'
import type { Db } from '#platform/database.server.ts'

/** Small pictures by clip, whatever became of the clip since; each in every kind of file there is. */
export const thumbsOf = async (db: Db, clip_ids: readonly number[]) =>
  new Map([...(await clipsForSale(db, clip_ids))].map(([id, { thumbs }]) => [id, thumbs] as const))
