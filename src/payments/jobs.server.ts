import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { deleteOldAttempts } from './declines.server.ts'
import { FORGET_UNSAVED_JOB, forgetUnlessSaved } from './forget-methods.server.ts'
import { openGateway } from './gateway.server.ts'

export const paymentsJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  const forgetTries = job('payments.purge-old-attempts', () => deleteOldAttempts(deps), '41 3 * * *')
  if (!gateway) return [forgetTries]
  return [
    forgetTries,
    job<{ token: string }>(FORGET_UNSAVED_JOB, ({ token }) => forgetUnlessSaved(deps, gateway, token)),
  ]
}
