import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { dueDeletions, leave } from './deletions.server.ts'
import { forgetOldExports, make_export_job, makeExport, type ExportAsked } from './exports.server.ts'
import {
  mailDeletionAsked,
  mailDeletionHeld,
  mailDeletionTakenBack,
  mailExportReady,
  mailGoodbye,
} from './mails.server.ts'
import type { PrivacyPart } from './part.ts'

const leave_job = 'accounts.leave'
type Leaving = { user_id: number }

export const privacyJobs = (deps: Deps, parts: readonly PrivacyPart[]): Job[] => [
  job<ExportAsked>(make_export_job, asked => makeExport(deps, parts, asked)),
  job('accounts.forget-old-exports', () => forgetOldExports(deps), '12 * * * *'),
  job(
    'accounts.find-leavers',
    async () => {
      for (const user_id of await dueDeletions(deps.db, deps.clock.now()))
        await deps.jobs.send(leave_job, { user_id } satisfies Leaving)
    },
    '32 * * * *',
  ),
  job<Leaving>(leave_job, async ({ user_id }) => {
    const email = await leave(deps, parts, user_id)
    if (email !== undefined) await mailGoodbye(deps, email)
  }),
]

export const privacyReactions = (deps: Deps, parts: readonly PrivacyPart[]): Reaction[] => [
  reaction('accounts.mail-export-ready', 'user.export_ready', ({ export_id }) => mailExportReady(deps, export_id)),
  reaction('accounts.mail-deletion-asked', 'user.deletion_asked', ({ user_id }) => mailDeletionAsked(deps, user_id)),
  reaction('accounts.mail-deletion-taken-back', 'user.deletion_taken_back', ({ user_id }) =>
    mailDeletionTakenBack(deps, user_id),
  ),
  reaction('accounts.mail-deletion-held', 'user.deletion_held', ({ user_id }) =>
    mailDeletionHeld(deps, parts, user_id),
  ),
]
