/** Editfests and who entered them. */
import { tidyCode } from '#coupons/coupon.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { Entry } from './contract.ts'
import { entryRefusal, longDate, unknown_code, type Editfest } from './rules.ts'

export type KnownEntry = Editfest & { id: number; editfest_id: number; code: string; taken: number }

/** The entry that a workspace made last, with the clips it took; undefined without one. */
export const lastEntry = (db: Db | Trx, workspace_id: number): Promise<KnownEntry | undefined> =>
  db
    .selectFrom('editfest_entries as e')
    .innerJoin('editfests as f', 'f.id', 'e.editfest_id')
    .where('e.workspace_id', '=', workspace_id)
    .orderBy('e.id', 'desc')
    .limit(1)
    .select(['e.id', 'e.editfest_id', 'f.code', 'f.name', 'f.starts_at', 'f.ends_at', 'f.clips_each', 'f.places'])
    .select(eb =>
      eb
        .selectFrom('editfest_clips as c')
        .whereRef('c.entry_id', '=', 'e.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('taken'),
    )
    .executeTakeFirst()

export const shownEntry = ({ code, name, ends_at, clips_each, taken }: KnownEntry, now: Date): Entry => ({
  code,
  name,
  ends_at: ends_at.toISOString(),
  is_over: now >= ends_at,
  clips_each,
  clips_left: Math.max(0, clips_each - taken),
})

type Entering = { workspace_id: number; user_id: number; code: string; now: Date }

/**
 * Enters a workspace by a code; the same code again is no second entry. Throws 422 beside `code` when nobody enters by
 * it (now), 409 while the workspace is in another one that runs.
 */
export const enterEditfest = async (trx: Trx, { workspace_id, user_id, code, now }: Entering): Promise<KnownEntry> => {
  // Two teammates with two codes come one after the other; so do all who want the last place.
  await trx.selectFrom('workspaces').where('id', '=', workspace_id).select('id').forNoKeyUpdate().execute()
  const editfest = await trx
    .selectFrom('editfests')
    .where('code', '=', tidyCode(code))
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!editfest) throw refuse.fields({ code: [unknown_code] })
  const last = await lastEntry(trx, workspace_id)
  if (last?.editfest_id === editfest.id) return last
  if (last && now < last.ends_at)
    throw refuse(409, `Your workspace is in ${last.name} already, until ${longDate(last.ends_at)}.`)
  const { entries } = await trx
    .selectFrom('editfest_entries')
    .where('editfest_id', '=', editfest.id)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  const refusal = entryRefusal(editfest, { entries, now })
  if (refusal) throw refuse.fields({ code: [refusal] })
  const { id } = await trx
    .insertInto('editfest_entries')
    .values({ editfest_id: editfest.id, workspace_id, user_id, entered_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...editfest, id, editfest_id: editfest.id, taken: 0 }
}
