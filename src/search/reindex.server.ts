/** Rebuilds all search rows after the code that writes them has changed. Runs outside the web process and resumes where it stopped. */

import { reindexClips } from '#catalog/search-index.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'

/** Raise this with every change to what `search-index.server.ts` writes: shops in use then rebuild their rows. */
export const INDEX_VERSION = 7

/** Clips in one transaction, which takes some hundred milliseconds. */
const BATCH_SIZE = 200
const TIME_BUDGET_MS = 50_000

type ReindexOptions = { version?: number; size?: number }
/** Every clip with an id up to `through` is done; `last` is the highest id. */
type ReindexStep = { finished: boolean; through: number; last: number }

/** Reindexes one batch; concurrent workers take turns. */
export const reindexStep = (
  db: Db,
  { version = INDEX_VERSION, size = BATCH_SIZE }: ReindexOptions = {},
): Promise<ReindexStep> =>
  db.transaction().execute(async trx => {
    const state = await trx.selectFrom('reindexing').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (state.version === version) return { finished: true, through: state.last_clip_id, last: state.last_clip_id }
    const through = state.target_version === version ? state.last_clip_id : 0
    const rows = await trx
      .selectFrom('clips')
      .select('id')
      .where('id', '>', through)
      .orderBy('id')
      .limit(size)
      .execute()
    const ids = rows.map(row => row.id)
    if (ids.length > 0) await reindexClips(trx, ids)
    const finished = ids.length < size
    const last_clip_id = ids.at(-1) ?? through
    await trx
      .updateTable('reindexing')
      .set({ target_version: version, last_clip_id, ...(finished && { version }) })
      .execute()
    return { finished, through: last_clip_id, last: await loadLastClipId(trx) }
  })

const loadLastClipId = async (trx: Trx): Promise<number> => {
  const { last } = await trx
    .selectFrom('clips')
    .select(clip => clip.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Reindexes all remaining clips and reports each step. */
export const reindex = async (
  db: Db,
  onStep: (step: ReindexStep) => void = () => {},
  options: ReindexOptions = {},
): Promise<void> => {
  for (;;) {
    const step = await reindexStep(db, options)
    onStep(step)
    if (step.finished) return
  }
}

/** Reindexes for as long as one job run may take; the next run continues. Cheap when there is nothing to do. */
export const reindexWithinBudget = async (db: Db): Promise<void> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < TIME_BUDGET_MS) if ((await reindexStep(db)).finished) return
}

export const isIndexed = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('reindexing').select('version').executeTakeFirst())?.version === INDEX_VERSION

/** Invalidates the index, so that the next `reindex` rebuilds every row. */
export const invalidateIndex = async (db: Db): Promise<void> => {
  await db.updateTable('reindexing').set({ version: 0, last_clip_id: 0, target_version: 0 }).execute()
}
