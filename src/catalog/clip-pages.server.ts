/** A clip as the API answers it: text from the search's own row, ready to send. */
import type { Db } from '#platform/database.server.ts'

/** JSON of a published clip's detail; undefined for any other. */
export const detailJson = async (db: Db, id: number): Promise<string | undefined> =>
  (await db.selectFrom('clip_search').select('detail').where('clip_id', '=', id).executeTakeFirst())?.detail
