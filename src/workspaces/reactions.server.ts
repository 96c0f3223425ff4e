import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { joinClaimed } from './accept.server.ts'
import { mailOwnershipTransfer, mailInvite } from './mails.server.ts'

export const workspacesReactions = (deps: Deps): Reaction[] => [
  reaction('workspaces.join-claimed', 'user.email_verified', ({ user_id }) =>
    joinClaimed(deps.db, user_id, deps.clock.now()),
  ),
  reaction('workspaces.mail-invite', 'invite.sent', ({ invite_id }) => mailInvite(deps, invite_id)),
  // Separate reactions, so that a failed mail is retried alone.
  reaction('workspaces.mail-new-owner', 'workspace.transferred', transfer =>
    mailOwnershipTransfer(deps, transfer, 'to'),
  ),
  reaction('workspaces.mail-former-owner', 'workspace.transferred', transfer =>
    mailOwnershipTransfer(deps, transfer, 'from'),
  ),
]
