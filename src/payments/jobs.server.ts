import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { forgetOldTries } from './declines.server.ts'
import { forget_job, forgetUnlessKept } from './forget.server.ts'
import { openGateway } from './gateway.server.ts'

export const paymentsJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  const forgetTries = job('payments.forget-old-tries', () => forgetOldTries(deps), '41 3 * * *')
  if (!gateway) return [forgetTries]
  return [forgetTries, job<{ token: string }>(forget_job, ({ token }) => forgetUnlessKept(deps, gateway, token))]
}
