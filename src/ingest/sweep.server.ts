/** Removes abandoned work folders, each with a whole master, and masters of deleted clips. */

import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { StoredRenditions } from '#media/masters.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import { INGEST_JOB } from './queue.ts'
import { workFoldersRoot } from './work-folder.server.ts'

/** Longer than all attempts of a job together, and than a weekend. */
const RETENTION_MS = 7 * DAY_MS

type SweepDeps = {
  config: Pick<Deps['config'], 'data_dir'>
  jobs: Pick<Deps['jobs'], 'isPending'>
  clock: Deps['clock']
}

/** Removes work folders that were not changed for a week and have no queued job. */
export const sweepWorkFolders = async ({ config, jobs, clock }: SweepDeps): Promise<void> => {
  const folder = workFoldersRoot(config)
  const cutoff = clock.now().getTime() - RETENTION_MS
  for (const sha256 of await readdir(folder).catch(() => [])) {
    const workFolder = path.join(folder, sha256)
    if ((await lastModifiedAt(workFolder)) > cutoff || (await jobs.isPending(INGEST_JOB, sha256))) continue
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Returns when anything in a folder last changed, in ms. */
const lastModifiedAt = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const times = ['', ...names].map(name =>
    stat(path.join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return Math.max(...(await Promise.all(times)))
}

const hasClip = async (trx: Trx, master_id: number): Promise<boolean> =>
  (await trx.selectFrom('clips').where('master_id', '=', master_id).select('id').limit(1).executeTakeFirst()) !==
  undefined

/**
 * Removes masters that no clip uses anymore, with all files made from them. A master and its clip are saved in one transaction,
 * which waits for this one, finds the row gone and stores its files again.
 */
export const sweepMasters = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> => {
  const orphans = await db
    .selectFrom('masters as m')
    .where(eb => eb.not(eb.exists(eb.selectFrom('clips as c').whereRef('c.master_id', '=', 'm.id').select('c.id'))))
    .select('m.id')
    .orderBy('m.id')
    .execute()
  for (const { id } of orphans)
    await db.transaction().execute(async trx => {
      const master = await trx
        .selectFrom('masters')
        .where('id', '=', id)
        .select(['storage_key', 'renditions'])
        .forUpdate()
        .executeTakeFirst()
      if (!master || (await hasClip(trx, id))) return
      const transcodes = await trx
        .selectFrom('transcodes')
        .where('master_id', '=', id)
        .where('storage_key', 'is not', null)
        .select('storage_key')
        .execute()
      const { files } = master.renditions as unknown as StoredRenditions
      const keys = [master.storage_key, ...files.map(({ key }) => key), ...transcodes.map(row => row.storage_key)]
      for (const key of keys) if (key !== null) await storage.remove(key)
      await trx.deleteFrom('masters').where('id', '=', id).execute()
    })
}
