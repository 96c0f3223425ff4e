import type { Db } from '#platform/db/database.server.ts'

import { builtInPages } from './built-in-pages.server.ts'
import { hashSource, loadCurrentSource } from './texts.server.ts'

export type BuiltInText = { slug: string; name: string; path: string; is_confirmed: boolean }

/** Lists the texts that every shop has, each with whether the owner confirmed what visitors see now. */
export const listBuiltInTexts = (db: Db, now: Date): Promise<BuiltInText[]> =>
  Promise.all(
    builtInPages.map(async ({ slug, name, path }) => {
      const current = await loadCurrentSource(db, slug, now)
      return { slug, name, path, is_confirmed: await isConfirmed(db, current.page_id, hashSource(current)) }
    }),
  )

const isConfirmed = async (db: Db, page_id: number, source_sha256: string): Promise<boolean> => {
  const confirmation = await db
    .selectFrom('content_confirmations')
    .where('page_id', '=', page_id)
    .where('source_sha256', '=', source_sha256)
    .select('id')
    .executeTakeFirst()
  return confirmation !== undefined
}
