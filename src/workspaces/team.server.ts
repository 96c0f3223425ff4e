/** The members and roles of a workspace. The workspace's lock serializes all changes. */
import type { Member, WorkspaceRole } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { writeWorkspaceAudit, type AuditActor } from './audit.server.ts'
import { canChangeMember, canChangeOwner, canAssignRole } from './policy.ts'
import { revokeUnassignableInvites } from './revoke-invites.server.ts'
import type { AssignableWorkspaceRole } from './roles.ts'
import { createWorkspace } from './workspaces.server.ts'

const LAST_OWNER_TEXT = 'This workspace needs an owner. Please make another member the owner first.'
const ROLE_FORBIDDEN_TEXT = 'Your role in this workspace does not allow this change.'

/** The user who changes the workspace. */
export type WorkspaceActor = AuditActor & Pick<Member, 'workspace_id'>

/**
 * Locks the workspace for the rest of the transaction. Returns the caller's current role, which may have changed since the
 * request began. Throws 404 when the caller is no longer a member.
 */
export const lockWorkspace = async (trx: Trx, { user_id, workspace_id }: WorkspaceActor): Promise<WorkspaceRole> => {
  await lockWorkspaceRow(trx, workspace_id)
  return loadRole(trx, workspace_id, user_id)
}

/**
 * Serializes changes of a workspace's members. Inserts of rows that only refer to the workspace do not wait for this lock,
 * which avoids deadlocks with payments.
 */
export const lockWorkspaceRow = (trx: Trx, workspace_id: number) =>
  trx.selectFrom('workspaces').where('id', '=', workspace_id).select('id').forNoKeyUpdate().execute()

/** Returns undefined for users who are not members. */
export const findRole = async (trx: Trx, workspace_id: number, user_id: number): Promise<WorkspaceRole | undefined> => {
  const member = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .select('role')
    .executeTakeFirst()
  return member?.role as WorkspaceRole | undefined
}

const loadRole = async (trx: Trx, workspace_id: number, user_id: number): Promise<WorkspaceRole> => {
  const role = await findRole(trx, workspace_id, user_id)
  if (!role) throw refuse.missing('person')
  return role
}

/** Throws 409 when the workspace has no other owner. */
const requireOtherOwner = async (trx: Trx, workspace_id: number, user_id: number): Promise<void> => {
  const other = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('role', '=', 'owner')
    .where('user_id', '!=', user_id)
    .select('user_id')
    .executeTakeFirst()
  if (!other) throw refuse(409, LAST_OWNER_TEXT)
}

const setRole = (trx: Trx, workspace_id: number, user_id: number, role: WorkspaceRole) =>
  trx
    .updateTable('workspace_members')
    .set({ role })
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()

/** Throws 403 above the caller's own role, 404 for users who are not members, 409 for the last owner. */
export const changeMemberRole = async (
  trx: Trx,
  actor: WorkspaceActor,
  { user_id, role, now }: { user_id: number; role: AssignableWorkspaceRole; now: Date },
): Promise<void> => {
  const { workspace_id } = actor
  const actorRole = await lockWorkspace(trx, actor)
  const before = await loadRole(trx, workspace_id, user_id)
  if (!canChangeMember(actorRole, before) || !canAssignRole(actorRole, role)) throw refuse(403, ROLE_FORBIDDEN_TEXT)
  if (before === role) return
  if (before === 'owner') await releaseOwnership(trx, workspace_id, user_id, now)
  await setRole(trx, workspace_id, user_id, role)
  const details = { user_id, from: before, to: role }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'member.role-changed', details, at: now })
  await revokeUnassignableInvites(trx, { workspace_id, actor, user_id, role, now })
}

/** Removes a member, or lets the caller leave. Their current workspace becomes their personal one. Throws like `changeMemberRole`. */
export const removeMember = async (
  trx: Trx,
  actor: WorkspaceActor,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { workspace_id } = actor
  const actorRole = await lockWorkspace(trx, actor)
  const role = await loadRole(trx, workspace_id, user_id)
  const isLeaving = user_id === actor.user_id
  if (!isLeaving && !canChangeMember(actorRole, role)) throw refuse(403, ROLE_FORBIDDEN_TEXT)
  if (role === 'owner') await releaseOwnership(trx, workspace_id, user_id, now)
  await trx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()
  await resetCurrentWorkspace(trx, user_id)
  const action = isLeaving ? 'member.left' : 'member.removed'
  const details = { user_id, from: role }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action, details, at: now })
  await revokeUnassignableInvites(trx, { workspace_id, actor, user_id, role: null, now })
}

/** Makes another member the owner. The former owner becomes an admin. Throws 403 for callers who are not owners. */
export const transferOwnership = async (
  trx: Trx,
  actor: WorkspaceActor,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { workspace_id } = actor
  const actorRole = await lockWorkspace(trx, actor)
  if (!canChangeOwner(actorRole)) throw refuse(403, 'Only the owner can transfer this workspace.')
  const before = await loadRole(trx, workspace_id, user_id)
  if (before === 'owner') throw refuse(409, 'This person already owns the workspace.')
  await setRole(trx, workspace_id, user_id, 'owner')
  await releaseOwnership(trx, workspace_id, actor.user_id, now)
  await setRole(trx, workspace_id, actor.user_id, 'admin')
  const details = { user_id, from: before, to: 'owner' }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'ownership.transferred', details, at: now })
  await recordEvent(trx, 'workspace.transferred', { workspace_id, from_user_id: actor.user_id, to_user_id: user_id })
}

/** A personal workspace becomes a team workspace when its owner changes. The former owner gets a new personal one. */
const releaseOwnership = async (trx: Trx, workspace_id: number, user_id: number, now: Date): Promise<void> => {
  await requireOtherOwner(trx, workspace_id, user_id)
  const personalWorkspace = await trx
    .updateTable('workspaces')
    .set({ personal_user_id: null })
    .where('id', '=', workspace_id)
    .where('personal_user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  if (personalWorkspace)
    await createWorkspace(trx, { name: 'Personal workspace', owner_user_id: user_id, personal: true, now })
}

/**
 * Switches a removed member to their personal workspace. The removal has deleted their current workspace, even one that
 * they switched to at the same moment. A user without a current workspace would be signed out.
 */
const resetCurrentWorkspace = (trx: Trx, user_id: number) =>
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
