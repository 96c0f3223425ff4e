/** Editfests as our people set them up. */
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { longDate, type Editfest } from './rules.ts'

export type NewEditfest = Editfest & { code: string }

/** Every Editfest, the newest first, with how far it has been used. */
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
        .as('clips_taken'),
    ])
    .orderBy('f.starts_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()

/** Answers its id. Throws 422 when its code is another one's. */
export const makeEditfest = async (db: Db | Trx, editfest: NewEditfest): Promise<number> => {
  const made = await db
    .insertInto('editfests')
    .values(editfest)
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse.fields({ code: ['There is an Editfest with this code already.'] })
  return made.id
}

/** Changes all but the code, which people hold. Throws 404, and 422 for what would take from those who are in it. */
export const changeEditfest = async (trx: Trx, id: number, change: Editfest): Promise<void> => {
  const known = await trx.selectFrom('editfests').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (!known) throw refuse.missing('Editfest')
  const { entries } = await trx
    .selectFrom('editfest_entries')
    .where('editfest_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  if (entries > 0 && change.clips_each < known.clips_each)
    throw refuse.fields({ clips_each: [`Those who are in it were given ${known.clips_each} clips.`] })
  if (entries > 0 && change.starts_at > known.starts_at)
    throw refuse.fields({ starts_at: [`Some are in it since ${longDate(known.starts_at)}.`] })
  if (change.places !== null && change.places < entries)
    throw refuse.fields({ places: [`${entries} are in it already.`] })
  await trx.updateTable('editfests').set(change).where('id', '=', id).execute()
}
