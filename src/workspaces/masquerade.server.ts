/** Masquerades: staff act as a client, with a reason, in one session, for at most an hour. */
import { rotateSessionToken } from '#accounts/session.server.ts'
import type { Member } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { writeWorkspaceAudit, type AuditActor } from './audit.server.ts'
import { canMasqueradeAs } from './policy.ts'
import { lockWorkspaceRow } from './team.server.ts'

export const MASQUERADE_DURATION_MS = 3_600_000

type MasqueradeStaff = Pick<Member, 'user_id' | 'session_id'>
type MasqueradeRequest = {
  client_user_id: number
  /** One of the client's workspaces; their current one when undefined. */
  workspace_id?: number
  reason: string
  now: Date
}

/**
 * Starts a masquerade in this session and returns the session's new token. Throws 404 for an unknown client or a workspace
 * that the client is not in, 403 for a client with a platform role, 409 for a suspended account, for the staff member's own
 * account, and during another masquerade.
 */
export const beginMasquerade = async (trx: Trx, staff: MasqueradeStaff, request: MasqueradeRequest) => {
  const { client_user_id, reason, now } = request
  if (client_user_id === staff.user_id) throw refuse(409, 'This is your own account.')
  await endExpired(trx, staff.session_id, now)
  const client = await loadClient(trx, client_user_id, request.workspace_id)
  // Read the roles here instead of from the request: they may have changed since it began.
  const staffRoles = await loadPlatformRoles(trx, staff.user_id)
  if (client.platform_roles.includes(platformRoles.suspended))
    throw refuse(409, 'This account is suspended, so you cannot act as this person.')
  if (!canMasqueradeAs(staffRoles, client.platform_roles))
    throw refuse(403, 'You cannot act as this person, because they have a role on the platform.')
  const { workspace_id } = client
  const expires_at = new Date(now.getTime() + MASQUERADE_DURATION_MS)
  const masquerade = await trx
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
  if (!masquerade) throw refuse(409, 'You are already acting as another person. Please end that masquerade first.')
  const session = await rotateSessionToken(trx, staff.session_id)
  if (!session) throw refuse(401, 'Please log in first.')
  await auditMasquerade(trx, { workspace_id, actor: staff, client_user_id, action: 'masquerade.started', at: now })
  return { id: masquerade.id, expires_at, ...session }
}

/** Ends the session's masquerade. Returns the session's new token, or undefined without a masquerade. */
export const endMasquerade = async (trx: Trx, session_id: number, now: Date) => {
  if (!(await endActive(trx, session_id, now, now))) return undefined
  return rotateSessionToken(trx, session_id)
}

/** Ends masquerades that have expired or whose session no longer exists. */
export const endOldMasquerades = async (db: Db, now: Date): Promise<void> => {
  const expired = await db
    .selectFrom('masquerades as m')
    .leftJoin('sessions as s', 's.id', 'm.session_id')
    .where('m.ended_at', 'is', null)
    .where(eb => eb.or([eb('m.expires_at', '<=', now), eb('s.id', 'is', null)]))
    .select(['m.session_id', 'm.expires_at'])
    .execute()
  for (const { session_id, expires_at } of expired)
    await db.transaction().execute(trx => endActive(trx, session_id, expires_at < now ? expires_at : now, now))
}

/** Ends the session's expired masquerade before another one starts. */
const endExpired = async (trx: Trx, session_id: number, now: Date): Promise<void> => {
  const expired = await trx
    .selectFrom('masquerades')
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .select('expires_at')
    .executeTakeFirst()
  if (expired) await endActive(trx, session_id, expired.expires_at, now)
}

const endActive = async (trx: Trx, session_id: number, ended_at: Date, now: Date): Promise<boolean> => {
  const ended = await trx
    .updateTable('masquerades')
    .set({ ended_at })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .returning(['workspace_id', 'staff_user_id', 'client_user_id'])
    .executeTakeFirst()
  if (!ended) return false
  const { staff_user_id: user_id, ...masquerade } = ended
  await auditMasquerade(trx, { ...masquerade, actor: { user_id }, action: 'masquerade.ended', at: now })
  return true
}

type MasqueradeAuditInput = {
  workspace_id: number
  actor: AuditActor
  client_user_id: number
  action: 'masquerade.started' | 'masquerade.ended'
  at: Date
}

/** Writes to the client workspace's audit log, where its owners see it. */
const auditMasquerade = async (trx: Trx, { client_user_id, ...entry }: MasqueradeAuditInput): Promise<void> => {
  await lockWorkspaceRow(trx, entry.workspace_id)
  await writeWorkspaceAudit(trx, { ...entry, details: { user_id: client_user_id } })
}

const loadPlatformRoles = async (trx: Trx, id: number) =>
  (await trx.selectFrom('users').where('id', '=', id).select('platform_roles').executeTakeFirstOrThrow()).platform_roles

const loadClient = async (trx: Trx, id: number, workspace_id?: number) => {
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

type MasqueradeAction = {
  masquerade_id: number
  endpoint: string
  path: string
  request_id: string
  refused: boolean
  at: Date
}

/** Records an action in the staff audit log. The caller does so before its handler runs, so that none goes unrecorded. */
export const recordMasqueradeAction = async (db: Db, { masquerade_id, refused, at, ...action }: MasqueradeAction) => {
  const fields = { masquerade_id, ...action }
  const changes = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [null, value]] as const))
  await db.transaction().execute(async trx => {
    const { staff_user_id, client_user_id } = await trx
      .selectFrom('masquerades')
      .where('id', '=', masquerade_id)
      .select(['staff_user_id', 'client_user_id'])
      .executeTakeFirstOrThrow()
    await writeAuditEntry(trx, {
      staff_user_id,
      about: 'person',
      about_key: client_user_id,
      action: refused ? 'masquerade_refusal' : 'masquerade_change',
      changes,
      now: at,
    })
  })
}
