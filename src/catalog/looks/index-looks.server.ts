/** Keeps the looks of published clips in step with the catalog; a clip that leaves the search takes its look along. */
import { sql } from 'kysely'

import type { Descriptors } from '#media/rendition-set.ts'
import type { Db, Trx } from '#platform/database.server.ts'

import { cellOf, isLandmark, mapOf, most_landmarks, type LookMap } from './cells.ts'
import { colorWords } from './color-words.ts'
import { packLook, type Look } from './look.ts'

type Described = { id: number; master: { descriptors: Partial<Descriptors> } }

const isComplete = (one: Partial<Descriptors>): one is Descriptors =>
  one.palette !== undefined && one.color_layout?.length === 48 && one.edges?.length === 32

export const readMap = async (db: Db | Trx): Promise<LookMap> =>
  mapOf(await db.selectFrom('look_landmarks').select(['id', 'look']).orderBy('id').execute())

/** Writes the looks of clips that are in the search already. A clip without descriptors has none. */
export const indexLooks = async (trx: Trx, clips: readonly Described[]): Promise<void> => {
  const seen = clips.flatMap(({ id, master: { descriptors } }) =>
    isComplete(descriptors) ? [{ clip_id: id, look: packLook(descriptors) }] : [],
  )
  if (seen.length === 0) return
  await addLandmarks(
    trx,
    seen.filter(({ clip_id }) => isLandmark(clip_id)),
  )
  const map = await readMap(trx)
  const rows = seen.map(({ clip_id, look }) => ({
    clip_id,
    look: Buffer.from(look).toString('hex'),
    cell: cellOf(map, look),
    known: map.ids.length,
    colors: colorWords(look),
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

const addLandmarks = async (trx: Trx, clips: readonly { clip_id: number; look: Look }[]) => {
  if (clips.length === 0) return
  const rows = clips.map(({ clip_id, look }) => ({ id: clip_id, look: Buffer.from(look).toString('hex') }))
  await sql`
    insert into look_landmarks (id, look)
    select id, decode(look, 'hex') from json_to_recordset(${JSON.stringify(rows)}::json) as r(id int, look text)
    where (select count(*) from look_landmarks) < ${most_landmarks}
    on conflict do nothing`.execute(trx)
}

const batch_size = 1_000

/**
 * Moves clips to the landmark that they are most like today, when less than half of the landmarks were there to choose from when
 * they came. In small transactions, so that it can be stopped and begun again. Answers how many clips were looked at.
 */
export const settleLooks = async (db: Db): Promise<number> => {
  const map = await readMap(db)
  for (let moved = 0; ;) {
    const batch = await db.transaction().execute(trx => settleSome(trx, map))
    moved += batch
    if (batch < batch_size) return moved
  }
}

const settleSome = async (trx: Trx, map: LookMap): Promise<number> => {
  const clips = await trx
    .selectFrom('clip_looks')
    .select(['clip_id', 'look'])
    .where('known', '<', Math.ceil(map.ids.length / 2))
    .orderBy('known')
    .limit(batch_size)
    .forUpdate()
    .skipLocked()
    .execute()
  const rows = clips.map(({ clip_id, look }) => ({ clip_id, cell: cellOf(map, look) }))
  await sql`
    update clip_looks set cell = r.cell, known = ${map.ids.length}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, cell int) where clip_looks.clip_id = r.clip_id`.execute(
    trx,
  )
  return clips.length
}
