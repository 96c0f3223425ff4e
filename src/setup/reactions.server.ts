import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailStaffInvite } from './staff/invites.server.ts'

export const setupReactions = (deps: Deps): Reaction[] => [
  reaction('setup.mail-staff-invite', 'staff.invited', ({ invite_id }) => mailStaffInvite(deps, invite_id)),
]
