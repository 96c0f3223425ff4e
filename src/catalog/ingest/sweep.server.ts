/** Benches that nobody comes back to: their work failed for good, or whoever began it never went on. Each holds a whole master. */
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

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
