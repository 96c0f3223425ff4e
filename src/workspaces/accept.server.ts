/** Accepts an invite. An invite works once, for one email. */
import { completeOnboarding } from '#accounts/own/profile.server.ts'
import { loadUser } from '#accounts/users.server.ts'
import { markEmailVerified } from '#accounts/verify/verify.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'
import { hashToken } from '#platform/ids.server.ts'

import { writeWorkspaceAudit } from './audit.server.ts'
import type { AssignableWorkspaceRole } from './roles.ts'
import { lockWorkspaceRow, findRole } from './team.server.ts'
import { addMember, setCurrentWorkspace } from './workspaces.server.ts'

const INVALID_INVITE_TEXT = 'This invitation is no longer valid. Please ask for a new one.'

const findByToken = async (db: Db, token: string) => {
  const invite = await db
    .selectFrom('workspace_invite_tokens as t')
    .innerJoin('workspace_invites as i', 'i.id', 't.invite_id')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .where('t.token_hash', '=', hashToken(token))
    .select(['i.id', 'i.workspace_id', 'i.email', 'i.role', 'i.expires_at', 'i.accepted_at', 'i.revoked_at'])
    .select(['w.name as workspace_name', 't.is_mailed'])
    .executeTakeFirst()
  if (!invite) throw new Refusal(404, INVALID_INVITE_TEXT)
  return { ...invite, role: invite.role as AssignableWorkspaceRole }
}

const isEnded = ({ expires_at, accepted_at, revoked_at }: Awaited<ReturnType<typeof findByToken>>, now: Date) =>
  accepted_at !== null || revoked_at !== null || expires_at <= now

/** Returns the invite's email, workspace and role. Throws 404 for an unknown token, 410 for a used, revoked or expired one. */
export const loadInvite = async (db: Db, token: string, now: Date) => {
  const invite = await findByToken(db, token)
  if (isEnded(invite, now)) throw refuse(410, INVALID_INVITE_TEXT)
  const { email, workspace_name, role, is_mailed } = invite
  return { email, workspace_name, role, is_mailed }
}

type AcceptInviteInput = { token: string; user_id: number; session_id?: number; now: Date }

/**
 * Adds the user to the workspace, switches to it, and returns its id and the role. Throws 404 and 410 like `loadInvite`, 403
 * for another email. A copied link does not prove the email: a user with an unconfirmed email only claims the invite, which
 * `joinClaimed` accepts later. The result is then `unconfirmed`, the workspace's name.
 */
export const acceptInvite = async (trx: Trx, { token, user_id, session_id, now }: AcceptInviteInput) => {
  const { workspace_id } = await findByToken(trx, token)
  await lockWorkspaceRow(trx, workspace_id)
  // Read it again under the lock: two requests may have used it at once.
  const invite = await findByToken(trx, token)
  const user = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'email_verified_at'])
    .executeTakeFirstOrThrow()
  const isRecipient = user.email.toLowerCase() === invite.email.toLowerCase()
  const currentRole = await findRole(trx, workspace_id, user_id)
  // The login has already accepted the invite when the page accepts it again, so a repeated request changes nothing.
  if (isRecipient && currentRole && invite.accepted_at) return { workspace_id, role: currentRole }
  if (isEnded(invite, now)) throw refuse(410, INVALID_INVITE_TEXT)
  if (!isRecipient)
    throw refuse(403, `This invitation is for ${invite.email}. Please log in with that email to accept it.`)
  if (invite.is_mailed)
    await markEmailVerified(trx, { user_id, email: user.email, session_id, keeps_password: true, now })
  else if (user.email_verified_at === null) {
    await trx.updateTable('workspace_invites').set({ claimed_by: user_id }).where('id', '=', invite.id).execute()
    return { unconfirmed: invite.workspace_name }
  }
  return joinWorkspace(trx, invite, user_id, now)
}

type InviteToJoin = { id: number; workspace_id: number; role: AssignableWorkspaceRole }

/** The caller holds the workspace's lock. */
const joinWorkspace = async (trx: Trx, invite: InviteToJoin, user_id: number, now: Date) => {
  const { id, workspace_id } = invite
  await trx.updateTable('workspace_invites').set({ accepted_at: now }).where('id', '=', id).execute()
  const currentRole = await findRole(trx, workspace_id, user_id)
  const role = currentRole ?? invite.role
  if (!currentRole) await addMember(trx, { workspace_id, user_id, role, now })
  await setCurrentWorkspace(trx, user_id, workspace_id)
  // A user with a name needs no more onboarding.
  const { first_name, last_name } = await loadUser(trx, user_id)
  if (first_name !== '' && last_name !== '') await completeOnboarding(trx, user_id)
  const details = { user_id, invite_id: id, to: role }
  await writeWorkspaceAudit(trx, { workspace_id, actor: { user_id }, action: 'member.joined', details, at: now })
  return { workspace_id, role }
}

/** Accepts the invites that the user claimed before confirming the email. */
export const joinClaimed = (db: Db, user_id: number, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const claimedInvites = trx
      .selectFrom('workspace_invites as i')
      .innerJoin('users as u', join => join.onRef('u.id', '=', 'i.claimed_by').onRef('u.email', '=', 'i.email'))
      .where('u.id', '=', user_id)
      .where('u.email_verified_at', 'is not', null)
      .where('i.accepted_at', 'is', null)
      .where('i.revoked_at', 'is', null)
      .where('i.expires_at', '>', now)
      .orderBy('i.id')
      .select(['i.id', 'i.workspace_id', 'i.role'])
    for (const { id, workspace_id } of await claimedInvites.execute()) {
      await lockWorkspaceRow(trx, workspace_id)
      const invite = await claimedInvites.where('i.id', '=', id).executeTakeFirst()
      if (invite) await joinWorkspace(trx, { ...invite, role: invite.role as AssignableWorkspaceRole }, user_id, now)
    }
  })
