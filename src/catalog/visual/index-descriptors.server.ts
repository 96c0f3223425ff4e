/**
 * Keeps the descriptors of published clips in sync with the catalog. When a clip leaves the search, the database deletes its
 * descriptor.
 */
import { sql } from 'kysely'

import type { Descriptors } from '#media/rendition-set.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'

import { findCell, isCentroid, createCentroidMap, MAX_CENTROIDS, type CentroidMap } from './cells.ts'
import { listColorTerms } from './color-terms.ts'
import { packDescriptor, type VisualDescriptor } from './descriptor.ts'

type DescribedClip = { id: number; master: { descriptors: Partial<Descriptors> } }

const isComplete = (descriptors: Partial<Descriptors>): descriptors is Descriptors =>
  descriptors.palette !== undefined && descriptors.color_layout?.length === 48 && descriptors.edges?.length === 32

export const loadCentroidMap = async (db: Db | Trx): Promise<CentroidMap> =>
  createCentroidMap(await db.selectFrom('look_landmarks').select(['id', 'look']).orderBy('id').execute())

/** Writes the descriptors of clips that are already in the search. A clip whose master has no descriptors is skipped. */
export const indexDescriptors = async (trx: Trx, clips: readonly DescribedClip[]): Promise<void> => {
  const described = clips.flatMap(({ id, master: { descriptors } }) =>
    isComplete(descriptors) ? [{ clip_id: id, look: packDescriptor(descriptors) }] : [],
  )
  if (described.length === 0) return
  await addCentroids(
    trx,
    described.filter(({ clip_id }) => isCentroid(clip_id)),
  )
  const centroidMap = await loadCentroidMap(trx)
  const rows = described.map(({ clip_id, look }) => ({
    clip_id,
    look: Buffer.from(look).toString('hex'),
    cell: findCell(centroidMap, look),
    known: centroidMap.ids.length,
    colors: listColorTerms(look),
  }))
  await sql`
    insert into clip_looks (clip_id, look, cell, known, colors)
    select clip_id, decode(look, 'hex'), cell, known, colors
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, look text, cell int, known int, colors int[])
    on conflict (clip_id) do update set look = excluded.look, cell = excluded.cell, known = excluded.known, colors = excluded.colors
    -- Most clips that are indexed again look as they did.
    where (clip_looks.look, clip_looks.cell, clip_looks.colors) is distinct from (excluded.look, excluded.cell, excluded.colors)`.execute(
    trx,
  )
}

const addCentroids = async (trx: Trx, clips: readonly { clip_id: number; look: VisualDescriptor }[]) => {
  if (clips.length === 0) return
  const rows = clips.map(({ clip_id, look }) => ({ id: clip_id, look: Buffer.from(look).toString('hex') }))
  await sql`
    insert into look_landmarks (id, look)
    select id, decode(look, 'hex') from json_to_recordset(${JSON.stringify(rows)}::json) as r(id int, look text)
    where (select count(*) from look_landmarks) < ${MAX_CENTROIDS}
    on conflict do nothing`.execute(trx)
}

const BATCH_SIZE = 1_000

/**
 * Moves clips to the centroid that is now nearest, if fewer than half of today's centroids existed when they were indexed.
 * Runs in small transactions, so it can be stopped and resumed. Returns the number of clips checked.
 */
export const settleDescriptors = async (db: Db): Promise<number> => {
  const centroidMap = await loadCentroidMap(db)
  for (let total = 0; ;) {
    const count = await db.transaction().execute(trx => settleBatch(trx, centroidMap))
    total += count
    if (count < BATCH_SIZE) return total
  }
}

const settleBatch = async (trx: Trx, centroidMap: CentroidMap): Promise<number> => {
  const clips = await trx
    .selectFrom('clip_looks')
    .select(['clip_id', 'look'])
    .where('known', '<', Math.ceil(centroidMap.ids.length / 2))
    .orderBy('known')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
  const rows = clips.map(({ clip_id, look }) => ({ clip_id, cell: findCell(centroidMap, look) }))
  await sql`
    update clip_looks set cell = r.cell, known = ${centroidMap.ids.length}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, cell int) where clip_looks.clip_id = r.clip_id`.execute(
    trx,
  )
  return clips.length
}
