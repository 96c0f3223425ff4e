import type { Member, WorkspaceRole } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { canManageTeam, canViewBilling } from './policy.ts'

type NewWorkspace = { name: string; owner_user_id: number; personal?: boolean; now: Date }

/** Opens a workspace with its owner in it; answers its id. */
export const openWorkspace = async (
  trx: Trx,
  { name, owner_user_id, personal = false, now }: NewWorkspace,
): Promise<number> => {
  const { id } = await trx
    .insertInto('workspaces')
    // A personal workspace is opened for somebody; its name is theirs to give.
    .values({ name, created_at: now, ...(personal && { personal_user_id: owner_user_id, is_named: false }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addMember(trx, { workspace_id: id, user_id: owner_user_id, role: 'owner', now })
  return id
}

type NewMember = { workspace_id: number; user_id: number; role: WorkspaceRole; now: Date }

export const addMember = async (db: Db, { now, ...member }: NewMember): Promise<void> => {
  await db
    .insertInto('workspace_members')
    .values({ ...member, joined_at: now })
    .execute()
}

/** Makes one of somebody's workspaces the one they work in. Throws 404 when they are not in it. */
export const chooseWorkspace = async (db: Db, user_id: number, workspace_id: number): Promise<void> => {
  const mine = db
    .selectFrom('workspace_members')
    .where('user_id', '=', user_id)
    .where('workspace_id', '=', workspace_id)
    // Whoever is being taken out of it at this moment does not choose it any more.
    .forKeyShare()
  const chosen = await db
    .insertInto('current_workspaces')
    .columns(['user_id', 'workspace_id'])
    .expression(mine.select(['user_id', 'workspace_id']))
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ workspace_id }))
    .returning('workspace_id')
    .executeTakeFirst()
  if (!chosen) throw refuse.missing('workspace')
}

/** Every workspace of a person, their own first. */
export const workspacesOf = async (db: Db, user_id: number) => {
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

export const workspaceOf = async (db: Db, workspace_id: number, role: WorkspaceRole) => {
  const workspace = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['id', 'name', 'avatar_url'])
    .executeTakeFirstOrThrow()
  return { ...workspace, role }
}

/** The users whom a member may know by name: all for those who manage the team, else themselves and, for buyers, the billing contact. */
export const usersOf = (db: Db, { workspace_id, workspace_role, user_id }: Member) => {
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
