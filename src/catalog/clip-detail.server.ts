/** Loads clip details as JSON text, ready to send. */
import type { Db } from '#platform/db/database.server.ts'

/** Returns the JSON of a published clip’s detail, undefined for any other clip. */
export const loadClipDetailJson = async (db: Db, id: number): Promise<string | undefined> =>
  (await db.selectFrom('clip_search').select('detail').where('clip_id', '=', id).executeTakeFirst())?.detail
