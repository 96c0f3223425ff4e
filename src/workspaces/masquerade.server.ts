/** Our people acting as a client: begun with a reason, in one session, over after an hour. */
import { renewSession } from '#accounts/session.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { audit, type Doer } from './audit.server.ts'
import { mayActAs, platformRoles } from './policy.ts'
import { lockRow } from './team.server.ts'

export const masquerade_ms = 3_600_000

type Staff = Pick<Member, 'user_id' | 'session_id'>
type MasqueradeRequest = {
  client_user_id: number
  /** Of the client's workspaces; where they work now when undefined. */
  workspace_id?: number
  reason: string
  now: Date
}

/**
 * Acts as somebody from now on, in this session alone; answers the session's new token. Throws 404 for nobody and for
 * a workspace that the client isn't in, 403 for somebody above, 409 for the suspended, for oneself, and while the session acts as somebody already.
 */
export const beginMasquerade = async (trx: Trx, staff: Staff, request: MasqueradeRequest) => {
  const { client_user_id, reason, now } = request
  if (client_user_id === staff.user_id) throw refuse(409, 'This is your own account: you see it as it is.')
  await endExpired(trx, staff.session_id, now)
  const client = await clientOf(trx, client_user_id, request.workspace_id)
  // Read here, not taken from the request: a role may have been taken away since it began.
  const mine = await rolesOf(trx, staff.user_id)
  if (client.platform_roles.includes(platformRoles.suspended))
    throw refuse(409, 'This account is suspended: there is nothing to see as this person.')
  if (!mayActAs(mine, client.platform_roles))
    throw refuse(403, 'Nobody can act as this person: they have a role on the platform.')
  const { workspace_id } = client
  const expires_at = new Date(now.getTime() + masquerade_ms)
  const begun = await trx
    .insertInto('masquerades')
    .values({
      session_id: staff.session_id,
      staff_user_id: staff.user_id,
      client_user_id,
      workspace_id,
      reason,
      started_at: now,
      expires_at,
    })
    .onConflict(conflict => conflict.column('session_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!begun) throw refuse(409, 'You act as somebody already. Please end that first.')
  const session = await renewSession(trx, staff.session_id)
  if (!session) throw refuse(401, 'Please log in first.')
  await tell(trx, { workspace_id, by: staff, client_user_id, action: 'masquerade.began', at: now })
  return { id: begun.id, expires_at, ...session }
}

/** Ends what the session acts as; answers its new token, undefined when there was nothing to end. */
export const endMasquerade = async (trx: Trx, session_id: number, now: Date) => {
  if (!(await endOpen(trx, session_id, now, now))) return undefined
  return renewSession(trx, session_id)
}

/** What ran out, and what began in a session that is gone, ends in the records too. */
export const endOldMasquerades = async (db: Db, now: Date): Promise<void> => {
  const over = await db
    .selectFrom('masquerades as m')
    .leftJoin('sessions as s', 's.id', 'm.session_id')
    .where('m.ended_at', 'is', null)
    .where(eb => eb.or([eb('m.expires_at', '<=', now), eb('s.id', 'is', null)]))
    .select(['m.session_id', 'm.expires_at'])
    .execute()
  for (const { session_id, expires_at } of over)
    await db.transaction().execute(trx => endOpen(trx, session_id, expires_at < now ? expires_at : now, now))
}

/** The hour is over: its end is written down before another begins. */
const endExpired = async (trx: Trx, session_id: number, now: Date): Promise<void> => {
  const over = await trx
    .selectFrom('masquerades')
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .select('expires_at')
    .executeTakeFirst()
  if (over) await endOpen(trx, session_id, over.expires_at, now)
}

const endOpen = async (trx: Trx, session_id: number, ended_at: Date, now: Date): Promise<boolean> => {
  const ended = await trx
    .updateTable('masquerades')
    .set({ ended_at })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .returning(['workspace_id', 'staff_user_id', 'client_user_id'])
    .executeTakeFirst()
  if (!ended) return false
  const { staff_user_id: user_id, ...whom } = ended
  await tell(trx, { ...whom, by: { user_id }, action: 'masquerade.ended', at: now })
  return true
}

type News = {
  workspace_id: number
  by: Doer
  client_user_id: number
  action: 'masquerade.began' | 'masquerade.ended'
  at: Date
}

/** The workspace's own log has it, where its owners read it. */
const tell = async (trx: Trx, { client_user_id, ...entry }: News): Promise<void> => {
  await lockRow(trx, entry.workspace_id)
  await audit(trx, { ...entry, details: { user_id: client_user_id } })
}

const rolesOf = async (trx: Trx, id: number) =>
  (await trx.selectFrom('users').where('id', '=', id).select('platform_roles').executeTakeFirstOrThrow()).platform_roles

const clientOf = async (trx: Trx, id: number, workspace_id?: number) => {
  const client = await trx
    .selectFrom('users as u')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .where('u.id', '=', id)
    .select(['u.platform_roles', 'c.workspace_id'])
    .executeTakeFirst()
  if (!client) throw refuse.missing('person')
  if (workspace_id === undefined) return client
  const member = await trx
    .selectFrom('workspace_members')
    .where('user_id', '=', id)
    .where('workspace_id', '=', workspace_id)
    .select('workspace_id')
    .executeTakeFirst()
  if (!member) throw refuse.missing('workspace')
  return { ...client, workspace_id }
}

type Action = { masquerade_id: number; endpoint: string; path: string; request_id: string; refused: boolean; at: Date }

/** Written before it is carried out, so that nothing is done unseen. */
export const recordAction = async (db: Db, action: Action): Promise<void> => {
  await db.insertInto('masquerade_actions').values(action).execute()
}
