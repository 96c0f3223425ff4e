import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { ingest, type IngestTask } from './ingest.server.ts'
import { ingest_job } from './queue.ts'
import { renewRenditions, staleMasters } from './renew.server.ts'
import { sweepBenches, sweepMasters } from './sweep.server.ts'

const renew_job = 'catalog.renew-renditions'

/** The longest clip at the slowest machine's pace; one clip at a time keeps several processors busy. */
const heavy = { at_once: 1, limit_seconds: 12 * 3_600, once_per_key: true }

/** A refusal is an answer, and no reason to try again. */
export const ingestJobs = (deps: Deps): Job[] => [
  { ...job<IngestTask>(ingest_job, async task => void (await ingest(deps, task))), ...heavy },
  { ...job<{ master_id: number }>(renew_job, ({ master_id }) => renewRenditions(deps, master_id)), ...heavy },
  job(
    'catalog.find-stale-renditions',
    async () => {
      for (const master_id of await staleMasters(deps.db))
        await deps.jobs.send(renew_job, { master_id }, { singletonKey: String(master_id) })
    },
    '23 * * * *',
  ),
  job('catalog.sweep-benches', () => sweepBenches(deps), '52 4 * * *'),
  job('catalog.sweep-masters', () => sweepMasters(deps), '57 4 * * *'),
]
