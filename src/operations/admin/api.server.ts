import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { readChangelog, VERSION } from '#platform/version.server.ts'

import { lastBackup } from '../backup/backups.server.ts'
import { listProcesses } from '../processes.server.ts'
import * as contract from './contract.ts'
import { parseChangelog } from './release-notes.ts'

export const versionApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  // The code does not change while it runs.
  const releases = parseChangelog(readChangelog())

  serve(app, contract.getVersion, async () => {
    const [processes, backup] = await Promise.all([listProcesses(db, clock.now()), lastBackup(db)])
    return {
      data: {
        version: VERSION,
        releases,
        processes: processes.map(({ role, host, pid, version, started_at }) => ({
          role: role as 'all' | 'web' | 'worker',
          host,
          pid,
          version,
          started_at: started_at.toISOString(),
        })),
        last_backup: backup
          ? { finished_at: backup.finished_at.toISOString(), version: backup.version, size_bytes: backup.size_bytes }
          : null,
      },
    }
  })
}
