import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import {
  mailEmailChanged,
  mailEmailConfirmation,
  mailEmailNotice,
  mailGoogleConnected,
  mailReinstated,
  mailPasswordChanged,
  mailRolesChanged,
  mailSuspended,
} from './own/mails.server.ts'
import { mailTwoStepChange } from './two-step/mails.server.ts'
import { mailVerification, mailWelcome } from './verify/mails.server.ts'

/** A mail to two recipients is two reactions, so that a retry of one does not resend the other. */
export const accountsReactions = (deps: Deps): Reaction[] => [
  reaction('accounts.mail-verification', 'user.registered', ({ user_id }) => mailVerification(deps, user_id)),
  reaction('accounts.mail-welcome', 'user.email_verified', ({ user_id }) => mailWelcome(deps, user_id)),
  reaction('accounts.mail-google-connected', 'user.google_connected', ({ user_id }) =>
    mailGoogleConnected(deps, user_id),
  ),
  reaction('accounts.mail-password-changed', 'user.password_changed', ({ user_id }) =>
    mailPasswordChanged(deps, user_id),
  ),
  reaction('accounts.mail-suspended', 'user.suspended', ({ user_id }) => mailSuspended(deps, user_id)),
  reaction('accounts.mail-reinstated', 'user.reinstated', ({ user_id }) => mailReinstated(deps, user_id)),
  reaction('accounts.mail-roles-changed', 'user.roles_changed', event => mailRolesChanged(deps, event)),
  reaction('accounts.mail-two-step', 'user.two_step_changed', event => mailTwoStepChange(deps, event)),
  reaction('accounts.mail-email-confirmation', 'user.email_change_requested', ({ change_id }) =>
    mailEmailConfirmation(deps, change_id),
  ),
  reaction('accounts.mail-email-notice', 'user.email_change_requested', ({ change_id }) =>
    mailEmailNotice(deps, change_id),
  ),
  reaction('accounts.mail-email-changed-old', 'user.email_changed', ({ change_id }) =>
    mailEmailChanged(deps, change_id, 'old_email'),
  ),
  reaction('accounts.mail-email-changed-new', 'user.email_changed', ({ change_id }) =>
    mailEmailChanged(deps, change_id, 'new_email'),
  ),
]
