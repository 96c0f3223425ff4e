/** What nobody needs any more: benches that nobody comes back to, each with a whole master, and masters whose clip was deleted. */
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { StoredRenditions } from '#media/masters.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import { benchesFolder } from './bench.server.ts'
import { ingest_job } from './queue.ts'

/** Longer than all tries of a job together, and than a weekend on which somebody forgot to go on. */
const kept_ms = 7 * 86_400_000

type Around = { config: Pick<Deps['config'], 'data_dir'>; jobs: Pick<Deps['jobs'], 'waits'>; clock: Deps['clock'] }

/** Removes what was not touched for a week and waits in no queue. */
export const sweepBenches = async ({ config, jobs, clock }: Around): Promise<void> => {
  const folder = benchesFolder(config)
  const before = clock.now().getTime() - kept_ms
  for (const sha256 of await readdir(folder).catch(() => [])) {
    const bench = path.join(folder, sha256)
    if ((await touchedAt(bench)) > before || (await jobs.waits(ingest_job, sha256))) continue
    await rm(bench, { recursive: true, force: true })
  }
}

/** When anything in a folder changed last, in ms. */
const touchedAt = async (folder: string): Promise<number> => {
  const within = await readdir(folder, { recursive: true }).catch(() => [])
  const times = ['', ...within].map(name =>
    stat(path.join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return Math.max(...(await Promise.all(times)))
}

const isUsed = async (trx: Trx, master_id: number): Promise<boolean> =>
  (await trx.selectFrom('clips').where('master_id', '=', master_id).select('id').limit(1).executeTakeFirst()) !==
  undefined

/**
 * Removes masters that no clip is made of any more, with all files made of them. A master and its clip come in one transaction,
 * which waits for us: it finds the row gone, and lays its files down once more.
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
      if (!master || (await isUsed(trx, id))) return
      const made = await trx
        .selectFrom('made_files')
        .where('master_id', '=', id)
        .where('storage_key', 'is not', null)
        .select('storage_key')
        .execute()
      const { files } = master.renditions as unknown as StoredRenditions
      const keys = [master.storage_key, ...files.map(({ key }) => key), ...made.map(row => row.storage_key)]
      for (const key of keys) if (key !== null) await storage.remove(key)
      await trx.deleteFrom('masters').where('id', '=', id).execute()
    })
}
