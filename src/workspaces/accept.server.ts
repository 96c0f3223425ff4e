/** Coming in by an invite: one use, bound to the e-mail. */
import { completeOnboarding } from '#accounts/own/profile.server.ts'
import { userOf } from '#accounts/users.server.ts'
import { markVerified } from '#accounts/verify/verify.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken } from '#platform/ids.server.ts'
import { Refusal, refuse } from '#platform/refusal.ts'

import { audit } from './audit.server.ts'
import type { GivenRole } from './roles.ts'
import { lockRow, roleIn } from './team.server.ts'
import { addMember, chooseWorkspace } from './workspaces.server.ts'

const gone_text = 'This invitation is no longer valid. Please ask for a new one.'

const byToken = async (db: Db, token: string) => {
  const found = await db
    .selectFrom('workspace_invite_tokens as t')
    .innerJoin('workspace_invites as i', 'i.id', 't.invite_id')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .where('t.token_hash', '=', hashToken(token))
    .select(['i.id', 'i.workspace_id', 'i.email', 'i.role', 'i.expires_at', 'i.accepted_at', 'i.revoked_at'])
    .select(['w.name as workspace_name', 't.is_mailed'])
    .executeTakeFirst()
  if (!found) throw new Refusal(404, gone_text)
  return { ...found, role: found.role as GivenRole }
}

const isOver = ({ expires_at, accepted_at, revoked_at }: Awaited<ReturnType<typeof byToken>>, now: Date) =>
  accepted_at !== null || revoked_at !== null || expires_at <= now

/** Whom an invite is for and where it leads. Throws 404 for no token of ours, 410 for one that is used, taken back or too old. */
export const inviteOf = async (db: Db, token: string, now: Date) => {
  const found = await byToken(db, token)
  if (isOver(found, now)) throw refuse(410, gone_text)
  const { email, workspace_name, role, is_mailed } = found
  return { email, workspace_name, role, is_mailed }
}

type Guest = { token: string; user_id: number; session_id?: number; now: Date }

/**
 * Lets somebody in and to work; answers where and as what. Throws 404 and 410 like `inviteOf`, 403 for another email.
 * A copied link proves no mailbox: without a confirmed email the invite is only claimed, `joinClaimed` does the rest, and
 * the answer is the name of the workspace that waits.
 */
export const accept = async (trx: Trx, { token, user_id, session_id, now }: Guest) => {
  const { workspace_id } = await byToken(trx, token)
  await lockRow(trx, workspace_id)
  // Read again: two may have come with it at once.
  const invite = await byToken(trx, token)
  const user = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'email_verified_at'])
    .executeTakeFirstOrThrow()
  const isTheirs = user.email.toLowerCase() === invite.email.toLowerCase()
  const inside = await roleIn(trx, workspace_id, user_id)
  // A login brings the token along, and the page that it came from asks again: for whoever joined by it, nothing changes.
  if (isTheirs && inside && invite.accepted_at) return { workspace_id, role: inside }
  if (isOver(invite, now)) throw refuse(410, gone_text)
  if (!isTheirs)
    throw refuse(403, `This invitation is for ${invite.email}. Please log in with that email to accept it.`)
  if (invite.is_mailed) await markVerified(trx, { user_id, email: user.email, session_id, keeps_password: true, now })
  else if (user.email_verified_at === null) {
    await trx.updateTable('workspace_invites').set({ claimed_by: user_id }).where('id', '=', invite.id).execute()
    return { unconfirmed: invite.workspace_name }
  }
  return join(trx, invite, user_id, now)
}

type Joining = { id: number; workspace_id: number; role: GivenRole }

/** Under the workspace's lock. */
const join = async (trx: Trx, invite: Joining, user_id: number, now: Date) => {
  const { id, workspace_id } = invite
  await trx.updateTable('workspace_invites').set({ accepted_at: now }).where('id', '=', id).execute()
  const inside = await roleIn(trx, workspace_id, user_id)
  const role = inside ?? invite.role
  if (!inside) await addMember(trx, { workspace_id, user_id, role, now })
  await chooseWorkspace(trx, user_id, workspace_id)
  // Somebody with a name came to work with their team: nothing else has to be asked first.
  const { first_name, last_name } = await userOf(trx, user_id)
  if (first_name !== '' && last_name !== '') await completeOnboarding(trx, user_id)
  const details = { user_id, invite_id: id, to: role }
  await audit(trx, { workspace_id, by: { user_id }, action: 'member.joined', details, at: now })
  return { workspace_id, role }
}

/** Somebody's email is confirmed: they join where they came by a copied link before. */
export const joinClaimed = (db: Db, user_id: number, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const claimed = trx
      .selectFrom('workspace_invites as i')
      .innerJoin('users as u', join => join.onRef('u.id', '=', 'i.claimed_by').onRef('u.email', '=', 'i.email'))
      .where('u.id', '=', user_id)
      .where('u.email_verified_at', 'is not', null)
      .where('i.accepted_at', 'is', null)
      .where('i.revoked_at', 'is', null)
      .where('i.expires_at', '>', now)
      .orderBy('i.id')
      .select(['i.id', 'i.workspace_id', 'i.role'])
    for (const { id, workspace_id } of await claimed.execute()) {
      await lockRow(trx, workspace_id)
      const invite = await claimed.where('i.id', '=', id).executeTakeFirst()
      if (invite) await join(trx, { ...invite, role: invite.role as GivenRole }, user_id, now)
    }
  })
