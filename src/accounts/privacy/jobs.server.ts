import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { listDueDeletions, eraseAccount } from './deletions.server.ts'
import { purgeOldExports, BUILD_EXPORT_JOB, buildExport, type ExportJobData } from './exports.server.ts'
import {
  mailDeletionRequested,
  mailDeletionBlocked,
  mailDeletionCanceled,
  mailExportReady,
  mailGoodbye,
} from './mails.server.ts'
import type { PrivacyPart } from './part.ts'

const DELETE_ACCOUNT_JOB = 'accounts.delete-account'
type DeleteAccountJobData = { user_id: number }

export const privacyJobs = (deps: Deps, parts: readonly PrivacyPart[]): Job[] => [
  job<ExportJobData>(BUILD_EXPORT_JOB, jobData => buildExport(deps, parts, jobData)),
  job('accounts.purge-old-exports', () => purgeOldExports(deps), '12 * * * *'),
  job(
    'accounts.find-due-deletions',
    async () => {
      for (const user_id of await listDueDeletions(deps.db, deps.clock.now()))
        await deps.jobs.send(DELETE_ACCOUNT_JOB, { user_id } satisfies DeleteAccountJobData)
    },
    '32 * * * *',
  ),
  job<DeleteAccountJobData>(DELETE_ACCOUNT_JOB, async ({ user_id }) => {
    const email = await eraseAccount(deps, parts, user_id)
    if (email !== undefined) await mailGoodbye(deps, email)
  }),
]

export const privacyReactions = (deps: Deps, parts: readonly PrivacyPart[]): Reaction[] => [
  reaction('accounts.mail-export-ready', 'user.export_ready', ({ export_id }) => mailExportReady(deps, export_id)),
  reaction('accounts.mail-deletion-requested', 'user.deletion_requested', ({ user_id }) =>
    mailDeletionRequested(deps, user_id),
  ),
  reaction('accounts.mail-deletion-canceled', 'user.deletion_canceled', ({ user_id }) =>
    mailDeletionCanceled(deps, user_id),
  ),
  reaction('accounts.mail-deletion-blocked', 'user.deletion_blocked', ({ user_id }) =>
    mailDeletionBlocked(deps, parts, user_id),
  ),
]
