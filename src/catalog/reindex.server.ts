/** Makes every search row again when the code that makes them has changed. Outside the web process, and where it left off. */
import type { Db, Trx } from '#platform/database.server.ts'

import { rewriteClips } from './index.server.ts'

/** Raise it with every change of what `index.server.ts` writes: shops in use then make their rows again. */
export const index_version = 5

/** So many clips in one transaction: some hundred milliseconds. */
const batch = 200
const a_while_ms = 50_000

type Options = { version?: number; size?: number }
/** Every clip with an id up to `through` is done; `last` is the highest there is. */
type Step = { finished: boolean; through: number; last: number }

/** One batch; several workers take turns. */
export const reindexStep = (db: Db, { version = index_version, size = batch }: Options = {}): Promise<Step> =>
  db.transaction().execute(async trx => {
    const state = await trx.selectFrom('reindexing').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (state.version === version) return { finished: true, through: state.done_through, last: state.done_through }
    const through = state.working_towards === version ? state.done_through : 0
    const rows = await trx
      .selectFrom('clips')
      .select('id')
      .where('id', '>', through)
      .orderBy('id')
      .limit(size)
      .execute()
    const ids = rows.map(row => row.id)
    if (ids.length > 0) await rewriteClips(trx, ids)
    const finished = ids.length < size
    const done_through = ids.at(-1) ?? through
    await trx
      .updateTable('reindexing')
      .set({ working_towards: version, done_through, ...(finished && { version }) })
      .execute()
    return { finished, through: done_through, last: await lastClip(trx) }
  })

const lastClip = async (trx: Trx): Promise<number> => {
  const { last } = await trx
    .selectFrom('clips')
    .select(clip => clip.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** To the end. */
export const reindex = async (db: Db, told: (step: Step) => void = () => {}, options: Options = {}): Promise<void> => {
  for (;;) {
    const step = await reindexStep(db, options)
    told(step)
    if (step.finished) return
  }
}

/** As far as one run of a job goes: the next goes on. Nothing to do is one small question. */
export const reindexAWhile = async (db: Db): Promise<void> => {
  const began = performance.now()
  while (performance.now() - began < a_while_ms) if ((await reindexStep(db)).finished) return
}

export const isIndexed = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('reindexing').select('version').executeTakeFirst())?.version === index_version

/** As if the code had changed: the next `reindex` makes every row again. */
export const forgetIndex = async (db: Db): Promise<void> => {
  await db.updateTable('reindexing').set({ version: 0, done_through: 0, working_towards: 0 }).execute()
}
