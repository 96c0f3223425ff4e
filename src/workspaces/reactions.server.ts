import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { mailHandOver, mailInvite } from './mails.server.ts'

export const workspacesReactions = (deps: Deps): Reaction[] => [
  reaction('workspaces.mail-invite', 'invite.sent', ({ invite_id }) => mailInvite(deps, invite_id)),
  // One each, so that a mail that fails is tried again alone.
  reaction('workspaces.mail-new-owner', 'workspace.handed_over', news => mailHandOver(deps, news, 'to')),
  reaction('workspaces.mail-former-owner', 'workspace.handed_over', news => mailHandOver(deps, news, 'from')),
]
