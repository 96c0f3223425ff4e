import type { FastifyInstance, FastifyReply } from 'fastify'

import { limitGuesses, resetGuesses } from '#accounts/attempts.server.ts'
import { verifyPassword } from '#accounts/passwords.server.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { acceptInvite, loadInvite } from './accept.server.ts'
import { AVATAR_FORBIDDEN_TEXT, saveWorkspaceAvatar, createAvatarUpload } from './avatar.server.ts'
import { inviteLink } from './invite-link.ts'
import { changeInviteRole, createInviteLinkToken, createInvites, resendInvite, revokeInvite } from './invites.server.ts'
import { listTeamMembers } from './members.server.ts'
import { canChangeOwner, canManageTeam } from './policy.ts'
import { loadWorkspaceOverview, renameWorkspace } from './settings.server.ts'
import * as contract from './team-contract.ts'
import { changeMemberRole, transferOwnership, removeMember } from './team.server.ts'
import { loadWorkspace } from './workspaces.server.ts'

const DAY_SECONDS = 86_400

/** Adds `retry-after` to a refusal because of a daily limit. */
const withRetryAfter = <T>(reply: FastifyReply, operation: Promise<T>): Promise<T> =>
  operation.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 429) void reply.header('retry-after', DAY_SECONDS)
    throw error
  })

/** Endpoints for a workspace's name, members and invites. */
export const teamApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps

  serve(app, contract.getWorkspaceOverview, async ({ actor }) => ({
    data: await loadWorkspaceOverview(db, actor.workspace_id),
  }))

  serve(app, contract.renameWorkspace, async ({ actor, body: { name } }) => {
    await db.transaction().execute(trx => renameWorkspace(trx, actor, { name, now: clock.now() }))
    return { data: await loadWorkspace(db, actor.workspace_id, actor.workspace_role) }
  })

  serve(app, contract.getWorkspaceAvatarUpload, ({ actor }) => {
    if (!canManageTeam(actor.workspace_role)) throw refuse(403, AVATAR_FORBIDDEN_TEXT)
    return { data: createAvatarUpload(deps, actor, clock.now()) }
  })

  serve(app, contract.saveWorkspaceAvatar, async ({ actor, body: { avatar_public_id } }) => {
    const now = clock.now()
    await db.transaction().execute(trx => saveWorkspaceAvatar(trx, deps, actor, { avatar_public_id, now }))
    return { data: await loadWorkspace(db, actor.workspace_id, actor.workspace_role) }
  })

  serve(app, contract.listMembers, ({ actor, query: { page, sort, 'search[query]': search } }) => {
    if (!canManageTeam(actor.workspace_role)) throw refuse(403, 'Only owners and admins can see the whole team.')
    const { workspace_id, user_id } = actor
    return listTeamMembers(db, { workspace_id, user_id, page, sort, search, now: clock.now() })
  })

  serve(app, contract.changeMemberRole, async ({ actor, params: { id }, body: { role } }) => {
    await db.transaction().execute(trx => changeMemberRole(trx, actor, { user_id: id, role, now: clock.now() }))
    return { data: { id, role } }
  })

  serve(app, contract.removeMember, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => removeMember(trx, actor, { user_id: id, now: clock.now() }))
    return { data: null }
  })

  serve(app, contract.transferOwnership, async ({ actor, params: { newOwnerId }, body, request, reply }) => {
    if (!canChangeOwner(actor.workspace_role)) throw refuse(403, 'Only the owner can transfer this workspace.')
    const { email, password_hash } = await db
      .selectFrom('users')
      .where('id', '=', actor.user_id)
      .select(['email', 'password_hash'])
      .executeTakeFirstOrThrow()
    await limitGuesses(deps, { request, reply }, { email, field: 'password', label: 'this password' })
    if (!(await verifyPassword(password_hash, body.password)))
      throw refuse.fields({ password: ['This password is not right.'] })
    await resetGuesses(deps, request, { email })
    await db.transaction().execute(trx => transferOwnership(trx, actor, { user_id: newOwnerId, now: clock.now() }))
    return { data: await loadWorkspace(db, actor.workspace_id, 'admin') }
  })

  serve(app, contract.inviteTeammates, async ({ actor, body: { invitees }, reply }) => ({
    data: await withRetryAfter(
      reply,
      db.transaction().execute(trx => createInvites(trx, actor, invitees, clock.now())),
    ),
  }))

  serve(app, contract.resendInvite, async ({ actor, params: { id }, body: { role }, reply }) => ({
    data: await withRetryAfter(
      reply,
      db.transaction().execute(trx => resendInvite(trx, actor, { id, role, now: clock.now() })),
    ),
  }))

  serve(app, contract.changeInvite, async ({ actor, params: { id }, body: { role } }) => ({
    data: await db.transaction().execute(trx => changeInviteRole(trx, actor, { id, role, now: clock.now() })),
  }))

  serve(app, contract.copyInviteLink, async ({ actor, params: { id } }) => {
    const token = await db.transaction().execute(trx => createInviteLinkToken(trx, actor, { id, now: clock.now() }))
    return { data: { link: inviteLink(config.public_url, token) } }
  })

  serve(app, contract.revokeInvite, async ({ actor, body: { email } }) => {
    await db.transaction().execute(trx => revokeInvite(trx, actor, { email, now: clock.now() }))
    return { data: null }
  })

  serve(app, contract.readInvite, async ({ params }) => ({ data: await loadInvite(db, params.id, clock.now()) }))

  serve(app, contract.acceptInvite, async ({ actor, body: { invite_token: token } }) => {
    const { user_id, session_id } = actor
    const joined = await db
      .transaction()
      .execute(trx => acceptInvite(trx, { token, user_id, session_id, now: clock.now() }))
    if (joined.unconfirmed !== undefined)
      throw refuse(409, `Please confirm your email first to join ${joined.unconfirmed}.`)
    return { data: await loadWorkspace(db, joined.workspace_id, joined.role) }
  })
}
