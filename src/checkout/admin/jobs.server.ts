import { openGateway } from '#payments/gateway.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { lastFullDay, reconcile } from './reconcile.server.ts'

export const checkoutAdminJobs = (deps: Deps): Job[] => {
  const gateway = openGateway(deps.config)
  if (!gateway) return []
  const reconcileLastDay = async () => void (await reconcile(deps, gateway, lastFullDay(deps.clock.now())))
  return [job('checkout.reconcile', reconcileLastDay, '20 3 * * *')]
}
