import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { purgeRemovedDocuments } from './documents/stored.server.ts'

export const ordersJobs = (deps: Deps): Job[] => [
  job('orders.purge-documents', () => purgeRemovedDocuments(deps), '55 3 * * *'),
]
