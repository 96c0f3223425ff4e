import type { Clock } from '#platform/clock.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { postMissedOrders } from './ledger.server.ts'
import { closeLastMonth } from './statements.server.ts'
import { purgeTaxForms, REMOVE_FILE_JOB } from './tax-forms.server.ts'

/** Once a night, when traffic is low. */
const NIGHTLY_CRON = '40 3 * * *'
/** Every night, so that a month is closed even if the first night was missed. Closing again does nothing. */
const CLOSE_MONTH_CRON = '20 4 * * *'

type EarningsJobDeps = Pick<Deps, 'db' | 'jobs' | 'storage' | 'settings'> & { clock: Clock }

export const earningsJobs = ({ db, clock, jobs, storage, settings }: EarningsJobDeps): Job[] => [
  job('earnings.post-missed', async () => void (await postMissedOrders(db)), NIGHTLY_CRON),
  job('earnings.close-month', async () => void (await closeLastMonth(db, clock.now())), CLOSE_MONTH_CRON),
  job(
    'earnings.purge-tax-forms',
    () => purgeTaxForms({ db, jobs }, clock.now(), settings.current().retention.tax_forms_days),
    '50 3 * * *',
  ),
  job(REMOVE_FILE_JOB, ({ file_key }: { file_key: string }) => storage.remove(file_key)),
]
