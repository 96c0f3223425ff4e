/** Revokes pending invites when their inviter can no longer assign their roles. */
import type { WorkspaceRole } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'

import { writeWorkspaceAudit, type AuditActor } from './audit.server.ts'
import { canAssignRole } from './policy.ts'
import type { AssignableWorkspaceRole } from './roles.ts'

type InviterRoleChange = {
  workspace_id: number
  /** The user who changed the role. */
  actor: AuditActor
  /** The inviter with the new `role`, which is null after a removal from the workspace. */
  user_id: number
  role: WorkspaceRole | null
  now: Date
}

/** Revokes the inviter's pending invites with roles that the new role cannot assign. The caller holds the workspace's lock. */
export const revokeUnassignableInvites = async (
  trx: Trx,
  { workspace_id, actor, user_id, role, now }: InviterRoleChange,
): Promise<void> => {
  const pendingInvites = await trx
    .selectFrom('workspace_invites')
    .where('workspace_id', '=', workspace_id)
    .where('invited_by', '=', user_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .select(['id', 'role'])
    .execute()
  const revokedInvites = pendingInvites.filter(
    invite => role === null || !canAssignRole(role, invite.role as AssignableWorkspaceRole),
  )
  for (const { id } of revokedInvites) {
    await trx.updateTable('workspace_invites').set({ revoked_at: now }).where('id', '=', id).execute()
    await writeWorkspaceAudit(trx, {
      workspace_id,
      actor,
      action: 'invite.revoked',
      details: { invite_id: id },
      at: now,
    })
  }
}
