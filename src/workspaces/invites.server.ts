/** Invites to a workspace, valid for seven days. Only hashes of the tokens are stored. */

import { sql } from 'kysely'

import { findUnverifiedEmail } from '#accounts/verify/verify.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { writeWorkspaceAudit } from './audit.server.ts'
import { canAssignRole, canManageTeam } from './policy.ts'
import type { AssignableWorkspaceRole } from './roles.ts'
import { lockWorkspace, type WorkspaceActor } from './team.server.ts'

const INVITE_LIFETIME_MS = 7 * DAY_MS
/** The highest number of pending invites in a workspace. */
const MAX_PENDING_INVITES = 200

/** The highest number of invite mails per workspace and day. */
const MAX_MAILS_PER_DAY = 100
/** For inviters whose own email is not confirmed (decision 11). */
const MAX_MAILS_UNVERIFIED = 3
const MAX_MAILS_PER_EMAIL = 5

const NOT_MANAGER_TEXT = 'Only owners and admins can invite people to this workspace.'

type Invitee = { email: string; role: AssignableWorkspaceRole }

const expiryFrom = (now: Date) => new Date(now.getTime() + INVITE_LIFETIME_MS)

/** The field name of an invitee in the form. */
const inviteeField = (index: number) => `invitees.${index}.email`

const lockForInvites = async (
  trx: Trx,
  actor: WorkspaceActor,
  role: AssignableWorkspaceRole = 'guest',
): Promise<void> => {
  const actorRole = await lockWorkspace(trx, actor)
  if (!canManageTeam(actorRole)) throw refuse(403, NOT_MANAGER_TEXT)
  if (!canAssignRole(actorRole, role)) throw refuse(403, 'You cannot assign a role above your own.')
}

/** Counts sent mails in the audit log under the workspace’s lock, so that revoking an invite does not reset the limit. Throws 429. */
const limitInviteMails = async (
  trx: Trx,
  actor: WorkspaceActor,
  emails: readonly string[],
  now: Date,
): Promise<void> => {
  const { workspace_id, user_id } = actor
  const sentInvites = await trx
    .selectFrom('audit_log as a')
    .innerJoin('workspace_invites as i', join => join.on(sql<boolean>`i.id = (a.details ->> 'invite_id')::int`))
    .where('a.log', '=', 'workspace')
    .where('a.subject_key', '=', String(workspace_id))
    .where('a.action', 'in', ['invite.sent', 'invite.resent'])
    .where('a.at', '>', new Date(now.getTime() - DAY_MS))
    .select('i.email')
    .execute()
  const total = sentInvites.length + emails.length
  if (total > MAX_MAILS_UNVERIFIED && (await findUnverifiedEmail(trx, user_id)) !== undefined)
    throw refuse(
      409,
      `Please confirm your email first: until then a workspace can send ${MAX_MAILS_UNVERIFIED} invitations a day.`,
    )
  if (total > MAX_MAILS_PER_DAY)
    throw refuse(429, `A workspace can send ${MAX_MAILS_PER_DAY} invitations a day. Please continue tomorrow.`)
  for (const email of emails)
    if (sentInvites.filter(invite => invite.email.toLowerCase() === email.toLowerCase()).length >= MAX_MAILS_PER_EMAIL)
      throw refuse(
        429,
        `${email} got ${MAX_MAILS_PER_EMAIL} mails from this workspace today. Please copy the link instead.`,
      )
}

/**
 * Invites all of them, or none. Throws 422 per invitee who is a member or already invited, 403 for members who cannot
 * manage the team, 429 when too many mails were sent today.
 */
export const createInvites = async (trx: Trx, actor: WorkspaceActor, invitees: readonly Invitee[], now: Date) => {
  const { workspace_id, user_id: invited_by } = actor
  await lockForInvites(trx, actor)
  const errors = await findInviteeErrors(trx, workspace_id, invitees, now)
  if (Object.keys(errors).length > 0) throw refuse.fields(errors)
  await limitInviteMails(
    trx,
    actor,
    invitees.map(({ email }) => email),
    now,
  )
  const invites = []
  for (const { email, role } of invitees) {
    await revokeExpired(trx, actor, email, now)
    const row = await trx
      .insertInto('workspace_invites')
      .values({ workspace_id, email, role, invited_by, created_at: now, expires_at: expiryFrom(now) })
      .returning(['id', 'email', 'role', 'expires_at'])
      .executeTakeFirstOrThrow()
    const details = { invite_id: row.id, to: role }
    await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'invite.sent', details, at: now })
    await recordEvent(trx, 'invite.sent', { invite_id: row.id })
    invites.push(row)
  }
  return invites.map(toInvite)
}

const findInviteeErrors = async (trx: Trx, workspace_id: number, invitees: readonly Invitee[], now: Date) => {
  const errors: Record<string, string[]> = {}
  const members = await trx
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .where(
      'u.email',
      'in',
      invitees.map(({ email }) => email),
    )
    .select('u.email')
    .execute()
  const pendingInvites = await selectPendingInvites(trx, workspace_id)
    .where('expires_at', '>', now)
    .select('email')
    .execute()
  const memberEmails = new Set(members.map(({ email }) => email.toLowerCase()))
  const invitedEmails = new Set(pendingInvites.map(({ email }) => email.toLowerCase()))
  if (invitedEmails.size + invitees.length > MAX_PENDING_INVITES)
    throw refuse(409, `At most ${MAX_PENDING_INVITES} invitations can be pending at once. Please revoke some first.`)
  for (const [index, { email }] of invitees.entries()) {
    const lowerEmail = email.toLowerCase()
    if (memberEmails.has(lowerEmail))
      errors[inviteeField(index)] = ['This email has already been added to the workspace.']
    else if (invitedEmails.has(lowerEmail))
      errors[inviteeField(index)] = ['This email has already been invited to the workspace.']
    invitedEmails.add(lowerEmail)
  }
  return errors
}

const selectPendingInvites = (db: Db, workspace_id: number) =>
  db
    .selectFrom('workspace_invites')
    .where('workspace_id', '=', workspace_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)

/** Revokes an expired invite to the same email, to allow a new one. */
const revokeExpired = async (trx: Trx, actor: WorkspaceActor, email: string, now: Date) => {
  const { workspace_id } = actor
  const expiredInvites = await trx
    .updateTable('workspace_invites')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id: invite_id } of expiredInvites)
    await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'invite.revoked', details: { invite_id }, at: now })
}

type WorkspaceInviteRow = { id: number; email: string; role: string; expires_at: Date }
const toInvite = ({ id, email, role, expires_at }: WorkspaceInviteRow) => ({
  id,
  email,
  role: role as AssignableWorkspaceRole,
  expires_at: expires_at.toISOString(),
})

/** Throws 404 for an invite that is not pending in this workspace. */
const loadPendingInvite = async (trx: Trx, workspace_id: number, id: number) => {
  const invite = await selectPendingInvites(trx, workspace_id)
    .where('id', '=', id)
    .select(['id', 'email', 'role', 'expires_at'])
    .executeTakeFirst()
  if (!invite) throw refuse.missing('invitation')
  return { ...invite, role: invite.role as AssignableWorkspaceRole }
}

/** Sends the invite again with a new link, valid for seven days. Earlier links stop working. The caller becomes the inviter. */
export const resendInvite = async (
  trx: Trx,
  actor: WorkspaceActor,
  { id, role, now }: { id: number; role?: AssignableWorkspaceRole | undefined; now: Date },
) => {
  const { workspace_id, user_id: invited_by } = actor
  await lockForInvites(trx, actor, role)
  const invite = await loadPendingInvite(trx, workspace_id, id)
  await limitInviteMails(trx, actor, [invite.email], now)
  await trx.deleteFrom('workspace_invite_tokens').where('invite_id', '=', id).execute()
  const changed = await trx
    .updateTable('workspace_invites')
    .set({ role: role ?? invite.role, invited_by, expires_at: expiryFrom(now), mailed_at: null })
    .where('id', '=', id)
    .returning(['id', 'email', 'role', 'expires_at'])
    .executeTakeFirstOrThrow()
  const details = { invite_id: id, from: invite.role, to: changed.role }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'invite.resent', details, at: now })
  await recordEvent(trx, 'invite.sent', { invite_id: id })
  return toInvite(changed)
}

export const changeInviteRole = async (
  trx: Trx,
  actor: WorkspaceActor,
  { id, role, now }: { id: number; role: AssignableWorkspaceRole; now: Date },
) => {
  const { workspace_id, user_id: invited_by } = actor
  await lockForInvites(trx, actor, role)
  const invite = await loadPendingInvite(trx, workspace_id, id)
  await trx.updateTable('workspace_invites').set({ role, invited_by }).where('id', '=', id).execute()
  const details = { invite_id: id, from: invite.role, to: role }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'invite.role-changed', details, at: now })
  return toInvite({ ...invite, role })
}

/** Creates another token for an invite. Its other tokens keep working. Throws 410 for an expired invite. */
export const createInviteLinkToken = async (
  trx: Trx,
  actor: WorkspaceActor,
  { id, now }: { id: number; now: Date },
): Promise<string> => {
  const { workspace_id } = actor
  await lockForInvites(trx, actor)
  const invite = await loadPendingInvite(trx, workspace_id, id)
  if (invite.expires_at <= now) throw refuse(410, 'This invitation has expired. Please send it again.')
  const details = { invite_id: id }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'invite.link-copied', details, at: now })
  return createInviteToken(trx, id, { is_mailed: false })
}

/** Returns a new token, which cannot be read again. Only a mailed token proves that the user owns the email. */
export const createInviteToken = async (
  db: Db,
  invite_id: number,
  { is_mailed }: { is_mailed: boolean },
): Promise<string> => {
  const token = randomToken()
  await db
    .insertInto('workspace_invite_tokens')
    .values({ invite_id, token_hash: hashToken(token), is_mailed })
    .execute()
  return token
}

export const revokeInvite = async (
  trx: Trx,
  actor: WorkspaceActor,
  { email, now }: { email: string; now: Date },
): Promise<void> => {
  const { workspace_id } = actor
  await lockForInvites(trx, actor)
  const invite = await selectPendingInvites(trx, workspace_id)
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst()
  if (!invite) throw refuse.missing('invitation')
  await trx.updateTable('workspace_invites').set({ revoked_at: now }).where('id', '=', invite.id).execute()
  const details = { invite_id: invite.id }
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'invite.revoked', details, at: now })
}
