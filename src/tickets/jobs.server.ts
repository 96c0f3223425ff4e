import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { purgeOldTickets } from './tickets.server.ts'

export const ticketsJobs = ({ db, clock, settings }: Deps): Job[] => [
  job(
    'tickets.purge-old',
    () => purgeOldTickets(db, clock.now(), settings.current().retention.tickets_days),
    '22 4 * * *',
  ),
]
