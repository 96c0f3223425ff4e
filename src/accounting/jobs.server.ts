import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { postJournal } from './journal.server.ts'

/** At night, after the filmmakers' ledger has posted what it missed. */
const NIGHTLY_CRON = '10 4 * * *'

export const accountingJobs = ({ db }: Pick<Deps, 'db'>): Job[] => [
  job('accounting.post-journal', async () => void (await postJournal(db)), NIGHTLY_CRON),
]
