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
  createCentroidMap(await db.selectFrom('descriptor_centroids').select(['id', 'descriptor']).orderBy('id').execute())

/** Writes the descriptors of clips that are already in the search. A clip whose master has no descriptors is skipped. */
export const indexDescriptors = async (trx: Trx, clips: readonly DescribedClip[]): Promise<void> => {
  const described = clips.flatMap(({ id, master: { descriptors } }) =>
    isComplete(descriptors) ? [{ clip_id: id, descriptor: packDescriptor(descriptors) }] : [],
  )
  if (described.length === 0) return
  await addCentroids(
    trx,
    described.filter(({ clip_id }) => isCentroid(clip_id)),
  )
  const centroidMap = await loadCentroidMap(trx)
  const rows = described.map(({ clip_id, descriptor }) => ({
    clip_id,
    descriptor: Buffer.from(descriptor).toString('hex'),
    cell: findCell(centroidMap, descriptor),
    centroid_count: centroidMap.ids.length,
    colors: listColorTerms(descriptor),
  }))
  await sql`
    insert into clip_descriptors (clip_id, descriptor, cell, centroid_count, colors)
    select clip_id, decode(descriptor, 'hex'), cell, centroid_count, colors
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, descriptor text, cell int, centroid_count int, colors int[])
    on conflict (clip_id) do update set descriptor = excluded.descriptor, cell = excluded.cell, centroid_count = excluded.centroid_count, colors = excluded.colors
    -- Most clips that are indexed again look as they did.
    where (clip_descriptors.descriptor, clip_descriptors.cell, clip_descriptors.colors) is distinct from (excluded.descriptor, excluded.cell, excluded.colors)`.execute(
    trx,
  )
}

const addCentroids = async (trx: Trx, clips: readonly { clip_id: number; descriptor: VisualDescriptor }[]) => {
  if (clips.length === 0) return
  const rows = clips.map(({ clip_id, descriptor }) => ({
    id: clip_id,
    descriptor: Buffer.from(descriptor).toString('hex'),
  }))
  await sql`
    insert into descriptor_centroids (id, descriptor)
    select id, decode(descriptor, 'hex') from json_to_recordset(${JSON.stringify(rows)}::json) as r(id int, descriptor text)
    where (select count(*) from descriptor_centroids) < ${MAX_CENTROIDS}
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
    .selectFrom('clip_descriptors')
    .select(['clip_id', 'descriptor'])
    .where('centroid_count', '<', Math.ceil(centroidMap.ids.length / 2))
    .orderBy('centroid_count')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
  const rows = clips.map(({ clip_id, descriptor }) => ({ clip_id, cell: findCell(centroidMap, descriptor) }))
  await sql`
    update clip_descriptors set cell = r.cell, centroid_count = ${centroidMap.ids.length}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, cell int) where clip_descriptors.clip_id = r.clip_id`.execute(
    trx,
  )
  return clips.length
}
