/** Editfests as staff set them up. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { formatLongDate, type Editfest } from './rules.ts'

export type NewEditfest = Editfest & { code: string }

/** Lists every Editfest, newest first, with its numbers of entries and clips. */
export const listEditfests = (db: Db) =>
  db
    .selectFrom('editfests as f')
    .selectAll()
    .select(eb => [
      eb
        .selectFrom('editfest_entries as e')
        .whereRef('e.editfest_id', '=', 'f.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('entries'),
      eb
        .selectFrom('editfest_entries as e')
        .innerJoin('editfest_clips as c', 'c.entry_id', 'e.id')
        .whereRef('e.editfest_id', '=', 'f.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('clips_downloaded'),
    ])
    .orderBy('f.starts_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()

/** Creates an Editfest and returns its id. Throws 422 if its code is in use. */
export const createEditfest = async (db: Db | Trx, editfest: NewEditfest): Promise<number> => {
  const row = await db
    .insertInto('editfests')
    .values(editfest)
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refuse.fields({ code: ['There is an Editfest with this code already.'] })
  return row.id
}

/** Changes everything but the code, which people have. Throws 404, and 422 for changes that take something from entries. */
export const changeEditfest = async (trx: Trx, id: number, change: Editfest): Promise<void> => {
  const current = await trx.selectFrom('editfests').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (!current) throw refuse.missing('Editfest')
  const { entries } = await trx
    .selectFrom('editfest_entries')
    .where('editfest_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  if (entries > 0 && change.clip_limit < current.clip_limit)
    throw refuse.fields({ clip_limit: [`Those who are in it were given ${current.clip_limit} clips.`] })
  if (entries > 0 && change.starts_at > current.starts_at)
    throw refuse.fields({ starts_at: [`Some are in it since ${formatLongDate(current.starts_at)}.`] })
  if (change.max_workspaces !== null && change.max_workspaces < entries)
    throw refuse.fields({ max_workspaces: [`${entries} are in it already.`] })
  await trx.updateTable('editfests').set(change).where('id', '=', id).execute()
}
