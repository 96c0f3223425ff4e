import type { FastifyInstance, FastifyReply } from 'fastify'

import { verifyPassword } from '#accounts/passwords.server.ts'
import { allowGuess, forgetGuesses } from '#accounts/tries.server.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import { accept, inviteOf } from './accept.server.ts'
import { not_yours_text, saveWorkspaceAvatar, workspaceAvatarUpload } from './avatar.server.ts'
import { inviteLink } from './invite-link.ts'
import { changeInviteRole, copyLink, invite, inviteAgain, revoke } from './invites.server.ts'
import { membersOf } from './members.server.ts'
import { canChangeOwner, canManageTeam } from './policy.ts'
import { overviewOf, rename } from './settings.server.ts'
import * as contract from './team-contract.ts'
import { changeRole, handOver, removeFrom } from './team.server.ts'
import { workspaceOf } from './workspaces.server.ts'

const day_seconds = 86_400

/** What is too much for today comes with when to try again. */
const sayWhen = <T>(reply: FastifyReply, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 429) void reply.header('retry-after', day_seconds)
    throw error
  })

/** The workspace's name, its people and those asked in. */
export const teamApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps

  serve(app, contract.getWorkspaceOverview, async ({ actor }) => ({ data: await overviewOf(db, actor.workspace_id) }))

  serve(app, contract.renameWorkspace, async ({ actor, body: { name } }) => {
    await db.transaction().execute(trx => rename(trx, actor, { name, now: clock.now() }))
    return { data: await workspaceOf(db, actor.workspace_id, actor.workspace_role) }
  })

  serve(app, contract.getWorkspaceAvatarUpload, ({ actor }) => {
    if (!canManageTeam(actor.workspace_role)) throw refuse(403, not_yours_text)
    return { data: workspaceAvatarUpload(deps, actor, clock.now()) }
  })

  serve(app, contract.saveWorkspaceAvatar, async ({ actor, body: { avatar_public_id } }) => {
    const now = clock.now()
    await db.transaction().execute(trx => saveWorkspaceAvatar(trx, deps, actor, { avatar_public_id, now }))
    return { data: await workspaceOf(db, actor.workspace_id, actor.workspace_role) }
  })

  serve(app, contract.listMembers, ({ actor, query: { page, sort, 'search[query]': search } }) => {
    if (!canManageTeam(actor.workspace_role)) throw refuse(403, 'Only owners and admins can see the whole team.')
    const { workspace_id, user_id } = actor
    return membersOf(db, { workspace_id, user_id, page, sort, search, now: clock.now() })
  })

  serve(app, contract.changeMemberRole, async ({ actor, params: { id }, body: { role } }) => {
    await db.transaction().execute(trx => changeRole(trx, actor, { user_id: id, role, now: clock.now() }))
    return { data: { id, role } }
  })

  serve(app, contract.removeMember, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => removeFrom(trx, actor, { user_id: id, now: clock.now() }))
    return { data: null }
  })

  serve(app, contract.makeOwner, async ({ actor, params: { newOwnerId }, body, request, reply }) => {
    if (!canChangeOwner(actor.workspace_role)) throw refuse(403, 'Only the owner can hand this workspace over.')
    const { email, password_hash } = await db
      .selectFrom('users')
      .where('id', '=', actor.user_id)
      .select(['email', 'password_hash'])
      .executeTakeFirstOrThrow()
    await allowGuess(deps, { request, reply }, { email, field: 'password', label: 'this password' })
    if (!(await verifyPassword(password_hash, body.password)))
      throw refuse.fields({ password: ['This password is not right.'] })
    await forgetGuesses(deps, request, { email })
    await db.transaction().execute(trx => handOver(trx, actor, { user_id: newOwnerId, now: clock.now() }))
    return { data: await workspaceOf(db, actor.workspace_id, 'admin') }
  })

  serve(app, contract.inviteTeammates, async ({ actor, body: { invitees }, reply }) => ({
    data: await sayWhen(
      reply,
      db.transaction().execute(trx => invite(trx, actor, invitees, clock.now())),
    ),
  }))

  serve(app, contract.resendInvite, async ({ actor, params: { id }, body: { role }, reply }) => ({
    data: await sayWhen(
      reply,
      db.transaction().execute(trx => inviteAgain(trx, actor, { id, role, now: clock.now() })),
    ),
  }))

  serve(app, contract.changeInvite, async ({ actor, params: { id }, body: { role } }) => ({
    data: await db.transaction().execute(trx => changeInviteRole(trx, actor, { id, role, now: clock.now() })),
  }))

  serve(app, contract.copyInviteLink, async ({ actor, params: { id } }) => {
    const token = await db.transaction().execute(trx => copyLink(trx, actor, { id, now: clock.now() }))
    return { data: { link: inviteLink(config.public_url, token) } }
  })

  serve(app, contract.revokeInvite, async ({ actor, body: { email } }) => {
    await db.transaction().execute(trx => revoke(trx, actor, { email, now: clock.now() }))
    return { data: null }
  })

  serve(app, contract.readInvite, async ({ params: { token } }) => ({ data: await inviteOf(db, token, clock.now()) }))

  serve(app, contract.acceptInvite, async ({ actor, body: { invite_token: token } }) => {
    const { user_id, session_id } = actor
    const joined = await db.transaction().execute(trx => accept(trx, { token, user_id, session_id, now: clock.now() }))
    if (joined.unconfirmed !== undefined)
      throw refuse(409, `Please confirm your email first: then you join ${joined.unconfirmed}.`)
    return { data: await workspaceOf(db, joined.workspace_id, joined.role) }
  })
}
