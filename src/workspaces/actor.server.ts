import type { FastifyInstance } from 'fastify'

import { sessionEnd } from '#accounts/session.server.ts'
import { isTwoStepRequired } from '#accounts/two-step/policy.ts'
import { hasTwoStep } from '#accounts/two-step/state.server.ts'
import { cart_hash_shape, guest, type Actor, type WorkspaceRole } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hostCookie } from '#platform/host-cookie.server.ts'
import { hashToken } from '#platform/ids.server.ts'

import { isStaff, mayActAs, platformRoles } from './policy.ts'

/** A session is marked as seen at most this often, so that reading pages does not write rows. */
const seen_pause_ms = 60_000

/** Finds out who asks, once for each API request, from its cookies. */
export const resolveActor = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'config'>) => {
  app.decorateRequest('actor', undefined as unknown as Actor)
  app.addHook('onRequest', async request => {
    const given = hostCookie(request, deps.config, 'cart_hash') ?? ''
    const cart_hash = cart_hash_shape.test(given) ? given : null
    const token = request.url.startsWith('/api/') ? hostCookie(request, deps.config, 'session') : undefined
    request.actor = (token && (await actorOf(deps, token))) || { ...guest, cart_hash }
  })
}

const actorOf = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<Actor | undefined> => {
  const now = clock.now()
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .innerJoin('workspace_members as m', join =>
      join.onRef('m.workspace_id', '=', 'c.workspace_id').onRef('m.user_id', '=', 'u.id'),
    )
    .leftJoin('masquerades as q', join =>
      join.onRef('q.session_id', '=', 's.id').on('q.ended_at', 'is', null).on('q.expires_at', '>', now),
    )
    .where('s.token_hash', '=', hashToken(token))
    .where('s.expires_at', '>', now)
    .select([
      's.id',
      's.remember',
      's.created_at',
      's.last_seen_at',
      'u.id as user_id',
      'u.platform_roles',
      'm.workspace_id',
      'm.role',
    ])
    .select('q.id as masquerade_id')
    .executeTakeFirst()
  if (!found) return undefined
  const expires_at = sessionEnd({ ...found, is_staff: isStaff(found.platform_roles) }, now)
  if (expires_at <= now) return undefined
  if (now.getTime() - found.last_seen_at.getTime() > seen_pause_ms)
    await db.updateTable('sessions').set({ last_seen_at: now, expires_at }).where('id', '=', found.id).execute()
  const self: Actor = {
    user_id: found.user_id,
    workspace_id: found.workspace_id,
    workspace_role: found.role as WorkspaceRole,
    platform_roles: found.platform_roles,
    session_id: found.id,
    cart_hash: null,
    masquerade: null,
    needs_two_step:
      isTwoStepRequired({ platform_roles: found.platform_roles, demo: config.local_demo }) &&
      !(await hasTwoStep(db, found.user_id)),
  }
  const { masquerade_id } = found
  if (masquerade_id === null || !isStaff(found.platform_roles)) return self
  return (await actedAs(db, self, masquerade_id)) ?? self
}

/** The customer as whom staff act, with the staff member's own session; undefined when the customer is gone or has a role on the platform by now. */
const actedAs = async (db: Db, staff: Actor, masquerade_id: number): Promise<Actor | undefined> => {
  const client = await db
    .selectFrom('masquerades as q')
    .innerJoin('users as u', 'u.id', 'q.client_user_id')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .innerJoin('workspace_members as m', 'm.user_id', 'u.id')
    .where('q.id', '=', masquerade_id)
    .where(eb => eb('m.workspace_id', 'in', [eb.ref('q.workspace_id'), eb.ref('c.workspace_id')]))
    // The client may have left the one that was looked at.
    .orderBy(eb => eb('m.workspace_id', '=', eb.ref('q.workspace_id')), 'desc')
    .select(['q.staff_user_id', 'u.id as user_id', 'u.platform_roles', 'm.workspace_id', 'm.role'])
    .executeTakeFirst()
  if (!client) return undefined
  const { platform_roles } = client
  const isSuspended = platform_roles.includes(platformRoles.suspended)
  if (!isSuspended && !mayActAs(staff.platform_roles, platform_roles)) return undefined
  return {
    ...staff,
    user_id: client.user_id,
    workspace_id: client.workspace_id,
    workspace_role: client.role as WorkspaceRole,
    platform_roles: isSuspended ? [platformRoles.suspended] : platform_roles,
    masquerade: { id: masquerade_id, staff_user_id: client.staff_user_id },
  }
}
