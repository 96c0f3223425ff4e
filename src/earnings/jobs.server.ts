import type { Clock } from '#platform/clock.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { postMissed } from './ledger.server.ts'
import { closeLastMonth } from './statements.server.ts'

/** Once a night, when few buy. */
const nightly = '40 3 * * *'
/** Every night, too, so that a month is closed though the first night was missed: closing again does nothing. */
const after_posting = '20 4 * * *'

export const earningsJobs = ({ db, clock }: Pick<Deps, 'db'> & { clock: Clock }): Job[] => [
  job('earnings.post-missed', async () => void (await postMissed(db)), nightly),
  job('earnings.close-month', async () => void (await closeLastMonth(db, clock.now())), after_posting),
]
