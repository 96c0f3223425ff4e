import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { forgetDeletedBoards } from './boards.server.ts'

export const boardsJobs = ({ db, clock }: Deps): Job[] => [
  job('boards.forget-deleted', () => forgetDeletedBoards(db, clock.now()), '27 4 * * *'),
]
