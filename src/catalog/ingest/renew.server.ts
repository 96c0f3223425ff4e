/** Rendition sets of an older pipeline are made again, master by master; the search follows. */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import { findPrograms, needPrograms } from '#media/ffmpeg.server.ts'
import { saveMaster } from '#media/masters.server.ts'
import { PIPELINE } from '#media/rendition-set.ts'
import { makeRenditionsApart } from '#media/renditions-apart.server.ts'
import { UnusableFootage } from '#media/unusable-footage.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import { indexClips } from '../index.server.ts'
import { adoptSet, benchOf } from './bench.server.ts'

type Tools = Pick<Deps, 'db' | 'storage'> & { config: Pick<Deps['config'], 'data_dir'> }

const most_at_once = 100

const isStale = sql<boolean>`coalesce((renditions ->> 'pipeline')::int, 1) < ${PIPELINE}`

/** Masters whose renditions are of an older pipeline, oldest first; none where there is no ffmpeg to make them. */
export const staleMasters = async (db: Db): Promise<number[]> => {
  if (!findPrograms()) return []
  const rows = await db.selectFrom('masters').where(isStale).select('id').orderBy('id').limit(most_at_once).execute()
  return rows.map(row => row.id)
}

/**
 * Makes one master's renditions anew, unless they are of this pipeline already: it may be asked for more than once. What an
 * older pipeline took and this one would refuse stays as it is.
 */
export const renewRenditions = async (tools: Tools, master_id: number): Promise<void> => {
  const { db, storage } = tools
  const master = await db
    .selectFrom('masters')
    .where('id', '=', master_id)
    .where(isStale)
    .select(['sha256', 'storage_key', 'file_name'])
    .executeTakeFirst()
  const stored = master && (await storage.open(master.storage_key))
  if (!stored) return
  const bench = benchOf(tools, master.sha256)
  await mkdir(bench.folder, { recursive: true })
  try {
    await pipeline(stored.read(), createWriteStream(bench.master))
    const order = { programs: needPrograms(), clip: path.parse(master.file_name).name, master: bench.master }
    const set = await makeRenditionsApart({ ...order, folder: bench.renditions })
    const folder = await adoptSet(storage, set, bench)
    await db.transaction().execute(async trx => {
      const { storage_key, file_name } = master
      const id = await saveMaster(trx, { set, storage_key, file_name, folder })
      const clips = await trx.selectFrom('clips').where('master_id', '=', id).select('id').execute()
      await indexClips(
        trx,
        clips.map(clip => clip.id),
      )
    })
  } catch (error) {
    if (!(error instanceof UnusableFootage)) throw error
    await db
      .updateTable('masters')
      .set({ renditions: sql`jsonb_set(renditions, '{pipeline}', ${String(PIPELINE)}::jsonb)` })
      .where('id', '=', master_id)
      .execute()
    console.error(`Master ${master_id} keeps its older renditions: ${error.message}`)
  } finally {
    await rm(bench.folder, { recursive: true, force: true })
  }
}
