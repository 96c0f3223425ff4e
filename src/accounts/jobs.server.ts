import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { mail_known_job } from './known-email.server.ts'
import { forgetOldLinks } from './own/links.server.ts'
import { mailKnownEmail, mailPasswordReset } from './own/mails.server.ts'
import { mail_reset_job, type ResetAsked } from './own/password-reset.server.ts'
import { endOldSessions } from './session.server.ts'
import { forgetOldTries } from './tries.server.ts'
import { MAIL_MAILBOX_CODE_JOB, mailMailboxCode } from './two-step/mailbox-code.server.ts'
import { forgetOldWaiting } from './two-step/pending.server.ts'
import { mail_verification_job, mailVerification } from './verify/mails.server.ts'

export const accountsJobs = (deps: Deps): Job[] => {
  const { db, clock } = deps
  return [
    job('accounts.end-old-sessions', () => endOldSessions(db, clock.now()), '17 * * * *'),
    job('accounts.forget-old-tries', () => forgetOldTries(db, clock.now()), '47 * * * *'),
    job('accounts.forget-old-links', () => forgetOldLinks(db, clock.now()), '27 * * * *'),
    job('accounts.forget-old-second-steps', () => forgetOldWaiting(db, clock.now()), '57 * * * *'),
    job<{ user_id: number }>(mail_verification_job, ({ user_id }) => mailVerification(deps, user_id)),
    job<{ user_id: number }>(mail_known_job, ({ user_id }) => mailKnownEmail(deps, user_id)),
    job<{ user_id: number }>(MAIL_MAILBOX_CODE_JOB, ({ user_id }) => mailMailboxCode(deps, user_id)),
    job<ResetAsked>(mail_reset_job, ({ user_id }) => mailPasswordReset(deps, user_id)),
  ]
}
