import type { Member, WorkspaceRole } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { canManageTeam, canViewBilling } from './policy.ts'

type CreateWorkspaceInput = { name: string; owner_user_id: number; personal?: boolean; now: Date }

/** Creates a workspace with its owner as a member. Returns its id. */
export const createWorkspace = async (
  trx: Trx,
  { name, owner_user_id, personal = false, now }: CreateWorkspaceInput,
): Promise<number> => {
  const { id } = await trx
    .insertInto('workspaces')
    // A personal workspace has a default name until its owner names it.
    .values({ name, created_at: now, ...(personal && { personal_user_id: owner_user_id, has_custom_name: false }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMember(trx, { workspace_id: id, user_id: owner_user_id, role: 'owner', now })
  return id
}

type AddMemberInput = { workspace_id: number; user_id: number; role: WorkspaceRole; now: Date }

export const addMember = async (db: Db, { now, ...member }: AddMemberInput): Promise<void> => {
  await db
    .insertInto('workspace_members')
    .values({ ...member, joined_at: now })
    .execute()
}

/** Sets the user's current workspace. Throws 404 for a workspace that the user is not a member of. */
export const setCurrentWorkspace = async (db: Db, user_id: number, workspace_id: number): Promise<void> => {
  const membership = db
    .selectFrom('workspace_members')
    .where('user_id', '=', user_id)
    .where('workspace_id', '=', workspace_id)
    // The lock waits for a concurrent removal of the membership.
    .forKeyShare()
  const row = await db
    .insertInto('current_workspaces')
    .columns(['user_id', 'workspace_id'])
    .expression(membership.select(['user_id', 'workspace_id']))
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ workspace_id }))
    .returning('workspace_id')
    .executeTakeFirst()
  if (!row) throw refuse.missing('workspace')
}

/** Lists the user's workspaces, the personal one first. */
export const listUserWorkspaces = async (db: Db, user_id: number) => {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .where('m.user_id', '=', user_id)
    .select(['w.id', 'w.name', 'w.avatar_url', 'm.role'])
    .select(({ selectFrom }) =>
      selectFrom('workspace_members as o')
        .innerJoin('users as u', 'u.id', 'o.user_id')
        .whereRef('o.workspace_id', '=', 'w.id')
        .where('o.role', '=', 'owner')
        .orderBy('o.joined_at')
        .orderBy('u.id')
        .limit(1)
        .select('u.email')
        .as('owner_email'),
    )
    .orderBy(({ eb }) => eb('w.personal_user_id', 'is not distinct from', user_id), 'desc')
    .orderBy('w.name')
    .orderBy('w.id')
    // The last owner cannot leave, so there is one.
    .$narrowType<{ owner_email: string }>()
    .execute()
  return rows.map(row => ({ ...row, role: row.role as WorkspaceRole }))
}

export const loadWorkspace = async (db: Db, workspace_id: number, role: WorkspaceRole) => {
  const workspace = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['id', 'name', 'avatar_url'])
    .executeTakeFirstOrThrow()
  return { ...workspace, role }
}

/** Lists the members whom the user can see: all for managers of the team, else the user and, with billing access, the billing contact. */
export const listVisibleMembers = (db: Db, { workspace_id, workspace_role, user_id }: Member) => {
  const members = db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.email')
  if (canManageTeam(workspace_role)) return members.execute()
  return members
    .where(eb =>
      eb.or([
        eb('u.id', '=', user_id),
        ...(canViewBilling(workspace_role)
          ? [
              eb(
                'u.id',
                'in',
                eb
                  .selectFrom('workspace_billing')
                  .where('workspace_id', '=', workspace_id)
                  .select('billing_contact_user_id'),
              ),
            ]
          : []),
      ]),
    )
    .execute()
}
