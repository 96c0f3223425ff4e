import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { checkUpload } from './check.server.ts'
import { check_job } from './queue.ts'
import { endLostChecks, sweepUploads } from './sweep.server.ts'

/** As of every master: one at a time keeps several processors busy. A refusal is an answer, and no reason to try again. */
const heavy = { at_once: 1, limit_seconds: 12 * 3_600, once_per_key: true }

export const uploadsJobs = (deps: Deps): Job[] => [
  { ...job<{ id: number }>(check_job, ({ id }) => checkUpload(deps, id)), ...heavy },
  job('uploads.find-lost-checks', () => endLostChecks(deps), '*/5 * * * *'),
  job('uploads.sweep', () => sweepUploads(deps), '7 5 * * *'),
]
