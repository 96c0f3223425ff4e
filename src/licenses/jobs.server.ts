import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { sendEndReminders } from './ends/reminders.server.ts'

export const licensesJobs = (deps: Deps): Job[] => [
  job('licenses.send-end-reminders', () => sendEndReminders(deps), '25 7 * * *'),
]
