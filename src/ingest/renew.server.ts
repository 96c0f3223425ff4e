/** Rebuilds rendition sets of older pipelines, one master at a time, and updates the search. */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import { indexClips } from '#catalog/search-index.server.ts'
import { findPrograms, requirePrograms } from '#media/ffmpeg.server.ts'
import { saveMaster } from '#media/masters.server.ts'
import { PIPELINE } from '#media/rendition-set.ts'
import { makeRenditionsInSubprocess } from '#media/renditions-subprocess.server.ts'
import { UnusableFootage } from '#media/unusable-footage.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import { storeRenditionSet, workFolderOf } from './work-folder.server.ts'

type RenewDeps = Pick<Deps, 'db' | 'storage' | 'settings'> & { config: Pick<Deps['config'], 'data_dir'> }

const BATCH_SIZE = 100

const isStale = sql<boolean>`coalesce((renditions ->> 'pipeline')::int, 1) < ${PIPELINE}`

/** Returns masters with renditions of an older pipeline, oldest first; none where ffmpeg is missing. */
export const listStaleMasters = async (db: Db): Promise<number[]> => {
  if (!findPrograms()) return []
  const rows = await db.selectFrom('masters').where(isStale).select('id').orderBy('id').limit(BATCH_SIZE).execute()
  return rows.map(row => row.id)
}

/**
 * Rebuilds one master’s renditions unless they are current, so it may run more than once. Renditions of a master that this
 * pipeline would refuse stay as they are.
 */
export const renewRenditions = async (deps: RenewDeps, master_id: number): Promise<void> => {
  const { db, storage } = deps
  const master = await db
    .selectFrom('masters')
    .where('id', '=', master_id)
    .where(isStale)
    .select(['sha256', 'storage_key', 'file_name'])
    .executeTakeFirst()
  const source = master && (await storage.open(master.storage_key))
  if (!source) return
  const workFolder = workFolderOf(deps, master.sha256)
  await mkdir(workFolder.folder, { recursive: true })
  try {
    await pipeline(source.read(), createWriteStream(workFolder.master))
    const clip = await db
      .selectFrom('clips')
      .where('master_id', '=', master_id)
      .select('id')
      .orderBy('id')
      .executeTakeFirst()
    const renderInput = {
      watermark: { name: deps.settings.company().name, clip_number: clip?.id ?? null },
      programs: requirePrograms(),
      clip: path.parse(master.file_name).name,
      master: workFolder.master,
    }
    const set = await makeRenditionsInSubprocess({ ...renderInput, folder: workFolder.renditions })
    const folder = await storeRenditionSet(storage, set, workFolder)
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
    await rm(workFolder.folder, { recursive: true, force: true })
  }
}
