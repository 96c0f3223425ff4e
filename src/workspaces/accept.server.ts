/** Coming in by an invite: one use, bound to the e-mail. */
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
    .select('w.name as workspace_name')
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
  return { email: found.email, workspace_name: found.workspace_name, role: found.role }
}

type Guest = { token: string; user_id: number; now: Date }

/** Lets somebody in and to work; answers where and as what. Throws 404 and 410 like `inviteOf`, 403 for another e-mail. */
export const accept = async (trx: Trx, { token, user_id, now }: Guest) => {
  const { workspace_id } = await byToken(trx, token)
  await lockRow(trx, workspace_id)
  // Read again: two may have come with it at once.
  const found = await byToken(trx, token)
  const { email } = await trx.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirstOrThrow()
  const isTheirs = email.toLowerCase() === found.email.toLowerCase()
  const inside = await roleIn(trx, workspace_id, user_id)
  // A login brings the token along, and the page that it came from asks again: for whoever joined by it, nothing changes.
  if (isTheirs && inside && found.accepted_at) return { workspace_id, role: inside }
  if (isOver(found, now)) throw refuse(410, gone_text)
  if (!isTheirs) throw refuse(403, `This invitation is for ${found.email}. Please log in with that email to accept it.`)
  await trx.updateTable('workspace_invites').set({ accepted_at: now }).where('id', '=', found.id).execute()
  const role = inside ?? found.role
  if (!inside) await addMember(trx, { workspace_id, user_id, role, now })
  await chooseWorkspace(trx, user_id, workspace_id)
  const details = { user_id, invite_id: found.id, to: role }
  await audit(trx, { workspace_id, by: { user_id }, action: 'member.joined', details, at: now })
  return { workspace_id, role }
}
