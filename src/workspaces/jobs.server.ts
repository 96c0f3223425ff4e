import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { endOldMasquerades } from './masquerade.server.ts'

export const workspacesJobs = ({ db, clock }: Deps): Job[] => [
  job('workspaces.end-old-masquerades', () => endOldMasquerades(db, clock.now()), '*/5 * * * *'),
]
