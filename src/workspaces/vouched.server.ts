/** An invite holds as long as whoever gave it could give it still. */
import type { WorkspaceRole } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'

import { audit, type Doer } from './audit.server.ts'
import { canGive } from './policy.ts'
import type { GivenRole } from './roles.ts'

type Loss = {
  workspace_id: number
  /** Who changed it. */
  by: Doer
  /** Whose role became `role`; null: they are not in the workspace any more. */
  user_id: number
  role: WorkspaceRole | null
  now: Date
}

/** Ends the waiting invites of somebody whose role does not give theirs (any more). Under the workspace's lock. */
export const endInvitesBeyond = async (trx: Trx, { workspace_id, by, user_id, role, now }: Loss): Promise<void> => {
  const open = await trx
    .selectFrom('workspace_invites')
    .where('workspace_id', '=', workspace_id)
    .where('invited_by', '=', user_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .select(['id', 'role'])
    .execute()
  const ended = open.filter(invite => role === null || !canGive(role, invite.role as GivenRole))
  for (const { id } of ended) {
    await trx.updateTable('workspace_invites').set({ revoked_at: now }).where('id', '=', id).execute()
    await audit(trx, { workspace_id, by, action: 'invite.revoked', details: { invite_id: id }, at: now })
  }
}
