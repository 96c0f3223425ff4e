import type { FastifyInstance, FastifyRequest } from 'fastify'

import { getSessionExpiry } from '#accounts/session.server.ts'
import { isTwoStepRequired } from '#accounts/two-step/policy.ts'
import { hasTwoStep } from '#accounts/two-step/state.server.ts'
import { CART_HASH_PATTERN, guest, type Actor, type WorkspaceRole } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { readHostCookie } from '#platform/http/host-cookie.server.ts'
import { hashToken } from '#platform/ids.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { isStaff, canMasqueradeAs } from './policy.ts'

/** The shortest time between two updates of a session's `last_seen_at`, so that page views do not write rows. */
const SEEN_INTERVAL_MS = 60_000

type ActorDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Sets `request.actor` from the cookies of each API request. */
export const registerActor = (app: FastifyInstance, deps: ActorDeps) => {
  app.decorateRequest('actor', undefined as unknown as Actor)
  app.addHook('onRequest', async request => {
    const cookie = readHostCookie(request, deps.config, 'cart_hash') ?? ''
    const cart_hash = CART_HASH_PATTERN.test(cookie) ? cookie : null
    const actor = request.url.startsWith('/api/') ? await loadRequestActor(deps, request) : guest
    request.actor = actor.session_id === null ? { ...guest, cart_hash } : actor
  })
}

/** Returns the signed-in actor of a request, or a guest. */
export const loadRequestActor = async (deps: ActorDeps, request: FastifyRequest): Promise<Actor> => {
  const token = readHostCookie(request, deps.config, 'session')
  return (token && (await loadActor(deps, token))) || guest
}

const loadActor = async ({ db, clock, config }: ActorDeps, token: string): Promise<Actor | undefined> => {
  const now = clock.now()
  const session = await db
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
  if (!session) return undefined
  const expires_at = getSessionExpiry({ ...session, is_staff: isStaff(session.platform_roles) }, now)
  if (expires_at <= now) return undefined
  if (now.getTime() - session.last_seen_at.getTime() > SEEN_INTERVAL_MS)
    await db.updateTable('sessions').set({ last_seen_at: now, expires_at }).where('id', '=', session.id).execute()
  const self: Actor = {
    user_id: session.user_id,
    workspace_id: session.workspace_id,
    workspace_role: session.role as WorkspaceRole,
    platform_roles: session.platform_roles,
    session_id: session.id,
    cart_hash: null,
    masquerade: null,
    needs_two_step:
      isTwoStepRequired({ platform_roles: session.platform_roles, demo: config.local_demo }) &&
      !(await hasTwoStep(db, session.user_id)),
  }
  const { masquerade_id } = session
  if (masquerade_id === null || !isStaff(session.platform_roles)) return self
  return (await loadMasqueradeActor(db, self, masquerade_id)) ?? self
}

/**
 * Returns the client as the actor, with the staff member's own session. Returns undefined when the client no longer exists
 * or has gained a platform role.
 */
const loadMasqueradeActor = async (db: Db, staff: Actor, masquerade_id: number): Promise<Actor | undefined> => {
  const client = await db
    .selectFrom('masquerades as q')
    .innerJoin('users as u', 'u.id', 'q.client_user_id')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .innerJoin('workspace_members as m', 'm.user_id', 'u.id')
    .where('q.id', '=', masquerade_id)
    .where(eb => eb('m.workspace_id', 'in', [eb.ref('q.workspace_id'), eb.ref('c.workspace_id')]))
    // The client may have left the workspace of the masquerade.
    .orderBy(eb => eb('m.workspace_id', '=', eb.ref('q.workspace_id')), 'desc')
    .select(['q.staff_user_id', 'u.id as user_id', 'u.platform_roles', 'm.workspace_id', 'm.role'])
    .executeTakeFirst()
  if (!client) return undefined
  const { platform_roles } = client
  const isSuspended = platform_roles.includes(platformRoles.suspended)
  if (!isSuspended && !canMasqueradeAs(staff.platform_roles, platform_roles)) return undefined
  return {
    ...staff,
    user_id: client.user_id,
    workspace_id: client.workspace_id,
    workspace_role: client.role as WorkspaceRole,
    platform_roles: isSuspended ? [platformRoles.suspended] : platform_roles,
    masquerade: { id: masquerade_id, staff_user_id: client.staff_user_id },
  }
}
