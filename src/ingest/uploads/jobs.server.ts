import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { checkUpload } from './check.server.ts'
import { CHECK_JOB } from './queue.ts'
import { endLostChecks, sweepUploads } from './sweep.server.ts'

/** One check at a time: it keeps several processors busy. A refusal is a result, so it is not retried. */
const checkOptions = { concurrency: 1, timeout_seconds: 12 * 3_600, once_per_key: true }

export const uploadsJobs = (deps: Deps): Job[] => [
  { ...job<{ id: number }>(CHECK_JOB, ({ id }) => checkUpload(deps, id)), ...checkOptions },
  job('uploads.find-lost-checks', () => endLostChecks(deps), '*/5 * * * *'),
  job('uploads.sweep', () => sweepUploads(deps), '7 5 * * *'),
]
