/** The name, size and managers of a workspace. */
import { formatPersonName } from '#accounts/person-name.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { writeWorkspaceAudit } from './audit.server.ts'
import { canManageTeam } from './policy.ts'
import { lockWorkspace, type WorkspaceActor } from './team.server.ts'

/** Throws 403 for members who cannot manage the team. */
export const renameWorkspace = async (
  trx: Trx,
  actor: WorkspaceActor,
  { name, now }: { name: string; now: Date },
): Promise<void> => {
  const { workspace_id } = actor
  if (!canManageTeam(await lockWorkspace(trx, actor)))
    throw refuse(403, 'Only owners and admins can rename this workspace.')
  const { name: before } = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  await trx.updateTable('workspaces').set({ name, has_custom_name: true }).where('id', '=', workspace_id).execute()
  if (before === name) return
  const details = { from: before, to: name }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'workspace.renamed', details, at: now })
}

/** Lists owners, then admins. */
const listManagers = async (db: Db, workspace_id: number) =>
  (
    await db
      .selectFrom('workspace_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.workspace_id', '=', workspace_id)
      .where('m.role', 'in', ['owner', 'admin'])
      .orderBy('m.role', 'desc')
      .orderBy('m.joined_at')
      .orderBy('u.id')
      .select(['u.first_name', 'u.last_name', 'u.email'])
      .execute()
  ).map(user => ({ name: formatPersonName(user), email: user.email }))

/** Returns the name, size and managers of a workspace. */
export const loadWorkspaceOverview = async (db: Db, workspace_id: number) => ({
  ...(await loadNameAndSize(db, workspace_id)),
  managers: await listManagers(db, workspace_id),
})

const loadNameAndSize = (db: Db, workspace_id: number) =>
  db
    .selectFrom('workspaces as w')
    .where('w.id', '=', workspace_id)
    .select(['w.name', 'w.avatar_url'])
    .select(({ selectFrom, fn }) => [
      selectFrom('workspace_members as o')
        .innerJoin('users as u', 'u.id', 'o.user_id')
        .whereRef('o.workspace_id', '=', 'w.id')
        .where('o.role', '=', 'owner')
        .orderBy('o.joined_at')
        .orderBy('u.id')
        .limit(1)
        .select('u.email')
        .as('owner_email'),
      selectFrom('workspace_members as m')
        .whereRef('m.workspace_id', '=', 'w.id')
        .select(fn.countAll<number>().as('n'))
        .as('members_count'),
      selectFrom('workspace_invites as i')
        .whereRef('i.workspace_id', '=', 'w.id')
        .where('i.accepted_at', 'is', null)
        .where('i.revoked_at', 'is', null)
        .select(fn.countAll<number>().as('n'))
        .as('invites_count'),
    ])
    // There is always an owner, and an empty count is 0.
    .$narrowType<{ owner_email: string; members_count: number; invites_count: number }>()
    .executeTakeFirstOrThrow()
