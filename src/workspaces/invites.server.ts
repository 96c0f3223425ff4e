/** Asking people into a workspace for seven days. Tokens rest hashed, so a link is known once, where it is made. */
import { sql } from 'kysely'

import { unverifiedEmailOf } from '#accounts/verify/verify.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { audit } from './audit.server.ts'
import { canGive, canManageTeam } from './policy.ts'
import type { GivenRole } from './roles.ts'
import { lockWorkspace, type Changer } from './team.server.ts'

const lifetime_ms = 7 * 86_400_000
/** Waiting ones in a workspace: more is not a team but a mailing. */
const most_open = 200

/** Mails from one workspace in a day; and to one of those it asked. */
const most_mails = 100
/** As long as nobody knows whether the one who asks reads their own mail: a first team, not a mailing (decision 136). */
const most_mails_unverified = 3
const most_again = 5
const day_ms = 86_400_000

const not_manager_text = 'Only owners and admins can invite people to this workspace.'

type Invitee = { email: string; role: GivenRole }

const expiryFrom = (now: Date) => new Date(now.getTime() + lifetime_ms)

/** The form's field of one invitee. */
const fieldOf = (place: number) => `invitees.${place}.email`

const lockForInvites = async (trx: Trx, by: Changer, role: GivenRole = 'guest'): Promise<void> => {
  const mine = await lockWorkspace(trx, by)
  if (!canManageTeam(mine)) throw refuse(403, not_manager_text)
  if (!canGive(mine, role)) throw refuse(403, 'You cannot give a role above your own.')
}

/** The log of the workspace counts, under its lock: taking an invite back and sending it anew is no way around it. Throws 429. */
const slowDown = async (trx: Trx, by: Changer, emails: readonly string[], now: Date): Promise<void> => {
  const { workspace_id, user_id } = by
  const sent = await trx
    .selectFrom('workspace_audit as a')
    .innerJoin('workspace_invites as i', join => join.on(sql<boolean>`i.id = (a.details ->> 'invite_id')::int`))
    .where('a.workspace_id', '=', workspace_id)
    .where('a.action', 'in', ['invite.sent', 'invite.sent-again'])
    .where('a.at', '>', new Date(now.getTime() - day_ms))
    .select('i.email')
    .execute()
  const all = sent.length + emails.length
  if (all > most_mails_unverified && (await unverifiedEmailOf(trx, user_id)) !== undefined)
    throw refuse(
      409,
      `Please confirm your email first: until then a workspace can send ${most_mails_unverified} invitations a day.`,
    )
  if (all > most_mails)
    throw refuse(429, `A workspace can send ${most_mails} invitations a day. Please go on tomorrow.`)
  for (const email of emails)
    if (sent.filter(one => one.email.toLowerCase() === email.toLowerCase()).length >= most_again)
      throw refuse(429, `${email} got ${most_again} mails from this workspace today. Please copy the link instead.`)
}

/** Asks all of them in, or none. Throws 422 per invitee who is in already or asked already; 403 unless one manages the team; 429 when too many went out today. */
export const invite = async (trx: Trx, by: Changer, invitees: readonly Invitee[], now: Date) => {
  const { workspace_id, user_id: invited_by } = by
  await lockForInvites(trx, by)
  const errors = await refusedOf(trx, workspace_id, invitees, now)
  if (Object.keys(errors).length > 0) throw refuse.fields(errors)
  await slowDown(
    trx,
    by,
    invitees.map(({ email }) => email),
    now,
  )
  const made = []
  for (const { email, role } of invitees) {
    await endExpired(trx, workspace_id, email, now)
    const row = await trx
      .insertInto('workspace_invites')
      .values({ workspace_id, email, role, invited_by, created_at: now, expires_at: expiryFrom(now) })
      .returning(['id', 'email', 'role', 'expires_at'])
      .executeTakeFirstOrThrow()
    const details = { invite_id: row.id, to: role }
    await audit(trx, { workspace_id, by, action: 'invite.sent', details, at: now })
    await record(trx, 'invite.sent', { invite_id: row.id })
    made.push(row)
  }
  return made.map(shown)
}

const refusedOf = async (trx: Trx, workspace_id: number, invitees: readonly Invitee[], now: Date) => {
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
  const open = await openInvites(trx, workspace_id).where('expires_at', '>', now).select('email').execute()
  const inside = new Set(members.map(({ email }) => email.toLowerCase()))
  const asked = new Set(open.map(({ email }) => email.toLowerCase()))
  if (asked.size + invitees.length > most_open)
    throw refuse(409, `At most ${most_open} invitations can wait at once. Please take some back first.`)
  for (const [place, { email }] of invitees.entries()) {
    const known = email.toLowerCase()
    if (inside.has(known)) errors[fieldOf(place)] = ['This email has already been added to the workspace.']
    else if (asked.has(known)) errors[fieldOf(place)] = ['This email has already been invited to the workspace.']
    asked.add(known)
  }
  return errors
}

const openInvites = (db: Db, workspace_id: number) =>
  db
    .selectFrom('workspace_invites')
    .where('workspace_id', '=', workspace_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)

/** An old invite of the same e-mail makes room for a new one. */
const endExpired = (trx: Trx, workspace_id: number, email: string, now: Date) =>
  trx
    .updateTable('workspace_invites')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()

type InviteRow = { id: number; email: string; role: string; expires_at: Date }
const shown = ({ id, email, role, expires_at }: InviteRow) => ({
  id,
  email,
  role: role as GivenRole,
  expires_at: expires_at.toISOString(),
})

/** Throws 404 unless it waits in this workspace. */
const openInvite = async (trx: Trx, workspace_id: number, id: number) => {
  const found = await openInvites(trx, workspace_id)
    .where('id', '=', id)
    .select(['id', 'email', 'role', 'expires_at'])
    .executeTakeFirst()
  if (!found) throw refuse.missing('invitation')
  return { ...found, role: found.role as GivenRole }
}

/** Another mail with another link for another seven days; the links before it end. From here on it is the one's who sent it again. */
export const inviteAgain = async (
  trx: Trx,
  by: Changer,
  { id, role, now }: { id: number; role?: GivenRole | undefined; now: Date },
) => {
  const { workspace_id, user_id: invited_by } = by
  await lockForInvites(trx, by, role)
  const found = await openInvite(trx, workspace_id, id)
  await slowDown(trx, by, [found.email], now)
  await trx.deleteFrom('workspace_invite_tokens').where('invite_id', '=', id).execute()
  const changed = await trx
    .updateTable('workspace_invites')
    .set({ role: role ?? found.role, invited_by, expires_at: expiryFrom(now), mailed_at: null })
    .where('id', '=', id)
    .returning(['id', 'email', 'role', 'expires_at'])
    .executeTakeFirstOrThrow()
  const details = { invite_id: id, from: found.role, to: changed.role }
  await audit(trx, { workspace_id, by, action: 'invite.sent-again', details, at: now })
  await record(trx, 'invite.sent', { invite_id: id })
  return shown(changed)
}

export const changeInviteRole = async (
  trx: Trx,
  by: Changer,
  { id, role, now }: { id: number; role: GivenRole; now: Date },
) => {
  const { workspace_id, user_id: invited_by } = by
  await lockForInvites(trx, by, role)
  const found = await openInvite(trx, workspace_id, id)
  await trx.updateTable('workspace_invites').set({ role, invited_by }).where('id', '=', id).execute()
  const details = { invite_id: id, from: found.role, to: role }
  await audit(trx, { workspace_id, by, action: 'invite.role-changed', details, at: now })
  return shown({ ...found, role })
}

/** Makes one more token for an invite; the others keep working. Throws 410 once its days are over. */
export const copyLink = async (trx: Trx, by: Changer, { id, now }: { id: number; now: Date }): Promise<string> => {
  const { workspace_id } = by
  await lockForInvites(trx, by)
  const found = await openInvite(trx, workspace_id, id)
  if (found.expires_at <= now) throw refuse(410, 'This invitation has expired. Please send it again.')
  const details = { invite_id: id }
  await audit(trx, { workspace_id, by, action: 'invite.link-copied', details, at: now })
  return newToken(trx, id, { is_mailed: false })
}

/** The only moment in which a token is known. Only a mailed one proves that its mailbox is theirs who come with it. */
export const newToken = async (db: Db, invite_id: number, { is_mailed }: { is_mailed: boolean }): Promise<string> => {
  const token = randomToken()
  await db
    .insertInto('workspace_invite_tokens')
    .values({ invite_id, token_hash: hashToken(token), is_mailed })
    .execute()
  return token
}

export const revoke = async (trx: Trx, by: Changer, { email, now }: { email: string; now: Date }): Promise<void> => {
  const { workspace_id } = by
  await lockForInvites(trx, by)
  const found = await openInvites(trx, workspace_id).where('email', '=', email).select('id').executeTakeFirst()
  if (!found) throw refuse.missing('invitation')
  await trx.updateTable('workspace_invites').set({ revoked_at: now }).where('id', '=', found.id).execute()
  const details = { invite_id: found.id }
  await audit(trx, { workspace_id, by, action: 'invite.revoked', details, at: now })
}
