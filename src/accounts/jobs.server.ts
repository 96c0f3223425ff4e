import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { purgeOldAttempts } from './attempts.server.ts'
import { purgeOldLinks } from './own/links.server.ts'
import { mailPasswordReset } from './own/mails.server.ts'
import { MAIL_RESET_JOB, type PasswordResetJob } from './own/password-reset.server.ts'
import {
  MAIL_REGISTRATION_JOB,
  mailRegistration,
  purgeOldRegistrations,
  type RegistrationMailJob,
} from './pending-registration.server.ts'
import { purgeOldSecurityEvents } from './security/security-log.server.ts'
import { purgeOldSessions } from './session.server.ts'
import { MAIL_MAILBOX_CODE_JOB, mailMailboxCode } from './two-step/mailbox-code.server.ts'
import { purgeOldSecondSteps } from './two-step/pending.server.ts'
import { MAIL_VERIFICATION_JOB, mailVerification } from './verify/mails.server.ts'

export const accountsJobs = (deps: Deps): Job[] => {
  const { db, clock, settings } = deps
  return [
    job('accounts.end-old-sessions', () => purgeOldSessions(db, clock.now()), '17 * * * *'),
    job('accounts.purge-old-attempts', () => purgeOldAttempts(db, clock.now()), '47 * * * *'),
    job('accounts.purge-old-links', () => purgeOldLinks(db, clock.now()), '27 * * * *'),
    job('accounts.purge-old-pending-logins', () => purgeOldSecondSteps(db, clock.now()), '57 * * * *'),
    job(
      'accounts.purge-old-security-events',
      () => purgeOldSecurityEvents(db, clock.now(), settings.current().retention.security_log_days),
      '41 3 * * *',
    ),
    job<{ user_id: number }>(MAIL_VERIFICATION_JOB, ({ user_id }) => mailVerification(deps, user_id)),
    job<RegistrationMailJob>(MAIL_REGISTRATION_JOB, data => mailRegistration(deps, data)),
    job('accounts.purge-old-registrations', () => purgeOldRegistrations(db, clock.now()), '37 * * * *'),
    job<{ user_id: number }>(MAIL_MAILBOX_CODE_JOB, ({ user_id }) => mailMailboxCode(deps, user_id)),
    job<PasswordResetJob>(MAIL_RESET_JOB, ({ user_id }) => mailPasswordReset(deps, user_id)),
  ]
}
