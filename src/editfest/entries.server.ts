/** Editfest entries of workspaces. */
import { normalizeCode } from '#coupons/coupon.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { EditfestEntry } from './contract.ts'
import { getEntryRefusal, formatLongDate, UNKNOWN_CODE_TEXT, type Editfest } from './rules.ts'

export type EditfestEntryRow = Editfest & { id: number; editfest_id: number; code: string; taken: number }

/** Returns a workspace's latest entry with the number of clips that it has taken; undefined without one. */
export const getLatestEntry = (db: Db | Trx, workspace_id: number): Promise<EditfestEntryRow | undefined> =>
  db
    .selectFrom('editfest_entries as e')
    .innerJoin('editfests as f', 'f.id', 'e.editfest_id')
    .where('e.workspace_id', '=', workspace_id)
    .orderBy('e.id', 'desc')
    .limit(1)
    .select([
      'e.id',
      'e.editfest_id',
      'f.code',
      'f.name',
      'f.starts_at',
      'f.ends_at',
      'f.clip_limit',
      'f.max_workspaces',
    ])
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

export const toEntry = ({ code, name, ends_at, clip_limit, taken }: EditfestEntryRow, now: Date): EditfestEntry => ({
  code,
  name,
  ends_at: ends_at.toISOString(),
  is_over: now >= ends_at,
  clip_limit,
  clips_left: Math.max(0, clip_limit - taken),
})

type EnterEditfestInput = { workspace_id: number; user_id: number; code: string; now: Date }

/**
 * Enters a workspace by a code. The same code again creates no second entry. Throws 422 for `code` if it cannot be entered now, and
 * 409 while the workspace is in another Editfest.
 */
export const enterEditfest = async (
  trx: Trx,
  { workspace_id, user_id, code, now }: EnterEditfestInput,
): Promise<EditfestEntryRow> => {
  // Serializes entries of one workspace, and those for the last place of an Editfest.
  await trx.selectFrom('workspaces').where('id', '=', workspace_id).select('id').forNoKeyUpdate().execute()
  const editfest = await trx
    .selectFrom('editfests')
    .where('code', '=', normalizeCode(code))
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!editfest) throw refuse.fields({ code: [UNKNOWN_CODE_TEXT] })
  const latestEntry = await getLatestEntry(trx, workspace_id)
  if (latestEntry?.editfest_id === editfest.id) return latestEntry
  if (latestEntry && now < latestEntry.ends_at)
    throw refuse(409, `Your workspace is in ${latestEntry.name} already, until ${formatLongDate(latestEntry.ends_at)}.`)
  const { entries } = await trx
    .selectFrom('editfest_entries')
    .where('editfest_id', '=', editfest.id)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  const refusal = getEntryRefusal(editfest, { entries, now })
  if (refusal) throw refuse.fields({ code: [refusal] })
  const { id } = await trx
    .insertInto('editfest_entries')
    .values({ editfest_id: editfest.id, workspace_id, user_id, entered_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...editfest, id, editfest_id: editfest.id, taken: 0 }
}
