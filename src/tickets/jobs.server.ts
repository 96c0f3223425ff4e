import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { purgeOldTickets } from './tickets.server.ts'

export const ticketsJobs = ({ db, clock }: Deps): Job[] => [
  job('tickets.purge-old', () => purgeOldTickets(db, clock.now()), '22 4 * * *'),
]
