/** Who is in a workspace with which role, and how that changes: one change after the other, under the workspace's lock. */
import type { Member, WorkspaceRole } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { audit, type Doer } from './audit.server.ts'
import { canChangeMember, canChangeOwner, canGive } from './policy.ts'
import type { GivenRole } from './roles.ts'
import { endInvitesBeyond } from './vouched.server.ts'
import { openWorkspace } from './workspaces.server.ts'

const last_owner_text = 'This workspace needs an owner. Please make somebody else the owner first.'
const above_text = 'Your role in this workspace does not allow this change.'

/** Who changes a workspace, and which. */
export type Changer = Doer & Pick<Member, 'workspace_id'>

/**
 * Takes the workspace's lock for the rest of the transaction, so that what is read from here on stays true, and answers
 * the caller's role as it is now: it may have changed since the request began. Throws 404 when they are not in it anymore.
 */
export const lockWorkspace = async (trx: Trx, { user_id, workspace_id }: Changer): Promise<WorkspaceRole> => {
  await lockRow(trx, workspace_id)
  return roleOf(trx, workspace_id, user_id)
}

/**
 * Every change of who is in a workspace waits here for the one before it. Whoever only writes something that belongs to the
 * workspace does not, so that a payment and such a change never wait for each other in a circle.
 */
export const lockRow = (trx: Trx, workspace_id: number) =>
  trx.selectFrom('workspaces').where('id', '=', workspace_id).select('id').forNoKeyUpdate().execute()

/** undefined for somebody who is not in it. */
export const roleIn = async (trx: Trx, workspace_id: number, user_id: number): Promise<WorkspaceRole | undefined> => {
  const found = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .select('role')
    .executeTakeFirst()
  return found?.role as WorkspaceRole | undefined
}

const roleOf = async (trx: Trx, workspace_id: number, user_id: number): Promise<WorkspaceRole> => {
  const role = await roleIn(trx, workspace_id, user_id)
  if (!role) throw refuse.missing('person')
  return role
}

/** Throws 409 when a workspace would be left without an owner. */
const keepAnOwner = async (trx: Trx, workspace_id: number, without: number): Promise<void> => {
  const other = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('role', '=', 'owner')
    .where('user_id', '!=', without)
    .select('user_id')
    .executeTakeFirst()
  if (!other) throw refuse(409, last_owner_text)
}

const setRole = (trx: Trx, workspace_id: number, user_id: number, role: WorkspaceRole) =>
  trx
    .updateTable('workspace_members')
    .set({ role })
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()

/** Throws 403 above one's own role, 404 for somebody who is not in it, 409 for the last owner. */
export const changeRole = async (
  trx: Trx,
  by: Changer,
  { user_id, role, now }: { user_id: number; role: GivenRole; now: Date },
): Promise<void> => {
  const { workspace_id } = by
  const mine = await lockWorkspace(trx, by)
  const before = await roleOf(trx, workspace_id, user_id)
  if (!canChangeMember(mine, before) || !canGive(mine, role)) throw refuse(403, above_text)
  if (before === role) return
  if (before === 'owner') await endOwnership(trx, workspace_id, user_id, now)
  await setRole(trx, workspace_id, user_id, role)
  const details = { user_id, from: before, to: role }
  await audit(trx, { workspace_id, by, action: 'member.role-changed', details, at: now })
  await endInvitesBeyond(trx, { workspace_id, by, user_id, role, now })
}

/** Takes somebody out, or lets somebody leave; they go on in their own workspace. Refuses like `changeRole`. */
export const removeFrom = async (
  trx: Trx,
  by: Changer,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { workspace_id } = by
  const mine = await lockWorkspace(trx, by)
  const role = await roleOf(trx, workspace_id, user_id)
  const leaves = user_id === by.user_id
  if (!leaves && !canChangeMember(mine, role)) throw refuse(403, above_text)
  if (role === 'owner') await endOwnership(trx, workspace_id, user_id, now)
  await trx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()
  await goHome(trx, user_id)
  const action = leaves ? 'member.left' : 'member.removed'
  const details = { user_id, from: role }
  await audit(trx, { workspace_id, by, action, details, at: now })
  await endInvitesBeyond(trx, { workspace_id, by, user_id, role: null, now })
}

/** Hands a workspace over: the new owner was in it, the old one stays as an admin. Throws 403 unless one owns it. */
export const handOver = async (
  trx: Trx,
  by: Changer,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { workspace_id } = by
  const mine = await lockWorkspace(trx, by)
  if (!canChangeOwner(mine)) throw refuse(403, 'Only the owner can hand this workspace over.')
  const before = await roleOf(trx, workspace_id, user_id)
  if (before === 'owner') throw refuse(409, 'This person owns the workspace already.')
  await setRole(trx, workspace_id, user_id, 'owner')
  await endOwnership(trx, workspace_id, by.user_id, now)
  await setRole(trx, workspace_id, by.user_id, 'admin')
  const details = { user_id, from: before, to: 'owner' }
  await audit(trx, { workspace_id, by, action: 'owner.changed', details, at: now })
  await record(trx, 'workspace.handed_over', { workspace_id, from_user_id: by.user_id, to_user_id: user_id })
}

/** A personal workspace that somebody does not own anymore is the team's alone: its former owner gets a new one. */
const endOwnership = async (trx: Trx, workspace_id: number, user_id: number, now: Date): Promise<void> => {
  await keepAnOwner(trx, workspace_id, user_id)
  const given = await trx
    .updateTable('workspaces')
    .set({ personal_user_id: null })
    .where('id', '=', workspace_id)
    .where('personal_user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  if (given) await openWorkspace(trx, { name: 'Personal workspace', owner_user_id: user_id, personal: true, now })
}

/**
 * Whoever worked where they are no member any more goes on in their own workspace. What they worked in went with the
 * membership just now, also when they had chosen it in that very moment: nobody is left without a place, which would sign them out.
 */
const goHome = (trx: Trx, user_id: number) =>
  trx
    .insertInto('current_workspaces')
    .columns(['user_id', 'workspace_id'])
    .expression(
      trx
        .selectFrom('workspaces')
        .where('personal_user_id', '=', user_id)
        .select(({ val }) => val(user_id).as('user_id'))
        .select('id'),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
