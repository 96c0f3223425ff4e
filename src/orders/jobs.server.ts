import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { remindOfEnds } from './ends/reminders.server.ts'

export const ordersJobs = (deps: Deps): Job[] => [job('orders.remind-of-ends', () => remindOfEnds(deps), '25 7 * * *')]
