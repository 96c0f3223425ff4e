import { loadClipsForSale } from '#catalog/clips.server.ts'
import type { Db } from '#platform/db/database.server.ts'

/** Loads small pictures by clip id, in every available file format, whatever the clip's current status. */
export const loadThumbs = async (db: Db, clip_ids: readonly number[]) =>
  new Map([...(await loadClipsForSale(db, clip_ids))].map(([id, { thumbs }]) => [id, thumbs] as const))
