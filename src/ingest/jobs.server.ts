import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'
import { queueTermCount } from '#search/search-terms.server.ts'

import { ingestMaster, type IngestTask } from './ingest.server.ts'
import { INGEST_JOB } from './queue.ts'
import { renewRenditions, listStaleMasters } from './renew.server.ts'
import { sweepWorkFolders, sweepMasters } from './sweep.server.ts'

const RENEW_JOB = 'catalog.renew-renditions'

/** The limit fits the longest clip on the slowest machine. One clip at a time keeps several processors busy. */
const heavyJob = { concurrency: 1, timeout_seconds: 12 * 3_600, once_per_key: true }

/** A refused file is a result, so the job is not retried. */
export const ingestJobs = (deps: Deps): Job[] => [
  {
    ...job<IngestTask>(INGEST_JOB, async task => {
      await ingestMaster(deps, task)
      if (task.publish) await queueTermCount(deps)
    }),
    ...heavyJob,
  },
  { ...job<{ master_id: number }>(RENEW_JOB, ({ master_id }) => renewRenditions(deps, master_id)), ...heavyJob },
  job(
    'catalog.find-stale-renditions',
    async () => {
      for (const master_id of await listStaleMasters(deps.db))
        await deps.jobs.send(RENEW_JOB, { master_id }, { singletonKey: String(master_id) })
    },
    '23 * * * *',
  ),
  job('catalog.sweep-work-folders', () => sweepWorkFolders(deps), '52 4 * * *'),
  job('catalog.sweep-masters', () => sweepMasters(deps), '57 4 * * *'),
]
