import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { fetchRates } from './exchange-rates.server.ts'

/** The European Central Bank publishes at about 16:00 in Frankfurt, on working days. */
const RATES_CRON = '35 15 * * *'

export const taxJobs = ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Job[] => {
  const { rates_url } = config
  return rates_url === undefined
    ? []
    : [job('tax.fetch-rates', async () => void (await fetchRates(db, rates_url, clock.now())), RATES_CRON)]
}
