import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { purgeDeletedBoards } from './boards.server.ts'

export const boardsJobs = ({ db, clock, settings }: Deps): Job[] => [
  job(
    'boards.purge-deleted',
    () => purgeDeletedBoards(db, clock.now(), settings.current().retention.boards_days),
    '27 4 * * *',
  ),
]
