import type { FastifyInstance } from 'fastify'

import { hashNewPassword } from '#accounts/new-password.server.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import { registerUser } from '#accounts/register.server.ts'
import { markMailboxProven, rotateSessionToken, setSessionCookie } from '#accounts/session.server.ts'
import type { SignInHook } from '#accounts/sign-in-hook.ts'
import { noteSignIn, rotateSession, setSignInCookies, type SignInContext } from '#accounts/sign-in.server.ts'
import { loadEmail, loadUser } from '#accounts/users.server.ts'
import { isMember, type Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { roleLabelsOf } from '#workspaces/assignable-roles.ts'

import * as contract from './contract.ts'
import {
  createStaffInvite,
  findInvite,
  grantInvitedRoles,
  loadStaff,
  resendInvite,
  revokeInvite,
} from './invites.server.ts'

type NewAccount = { first_name?: string | undefined; last_name?: string | undefined; password?: string | undefined }

const hasAccount = async (db: Db, email: string) =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()) !== undefined

/** `hooks` are functions of other features that run when a user signs up. */
export const staffApi = (app: FastifyInstance, deps: Deps, hooks: readonly SignInHook[]) => {
  const { db, clock } = deps
  const respondWithStaff = async () => ({ data: await loadStaff(db, clock.now()) })
  const inviterOf = ({ user_id: staff_user_id }: Member) => ({ staff_user_id, now: clock.now() })

  serve(app, contract.listStaff, respondWithStaff)

  serve(app, contract.inviteStaff, async ({ actor, body }) => {
    await db.transaction().execute(trx => createStaffInvite(trx, body, inviterOf(actor)))
    return respondWithStaff()
  })

  serve(app, contract.resendStaffInvite, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => resendInvite(trx, id, inviterOf(actor)))
    return respondWithStaff()
  })

  serve(app, contract.revokeStaffInvite, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => revokeInvite(trx, id, inviterOf(actor)))
    return respondWithStaff()
  })

  serve(app, contract.getStaffInvite, async ({ actor, params: { token } }) => {
    const invite = await findInvite(db, token, clock.now())
    const { email, platform_roles, expires_at, inviter_email, first_name, last_name } = invite
    return {
      data: {
        email,
        roles: roleLabelsOf(platform_roles),
        invited_by: formatPersonName({ first_name, last_name, email: inviter_email }),
        expires_at: expires_at.toISOString(),
        has_account: await hasAccount(db, email),
        signed_in_as: actor.user_id === null ? null : await loadEmail(db, actor.user_id),
      },
    }
  })

  /** The link came to the account's mailbox, so the session needs no other proof of it. */
  const acceptWithAccount = async ({ actor, reply }: SignInContext & { actor: Member }, token: string) => {
    const { user_id, session_id } = actor
    const { user, session } = await db.transaction().execute(async trx => {
      await grantInvitedRoles(trx, token, { user_id, now: clock.now() })
      await markMailboxProven(trx, session_id)
      return { user: await loadUser(trx, user_id), session: await rotateSessionToken(trx, session_id) }
    })
    if (session) setSessionCookie(reply, deps, session.token, session.remember)
    return user
  }

  const acceptWithNewAccount = async (context: SignInContext, token: string, account: NewAccount) => {
    const { email } = await findInvite(db, token, clock.now())
    if (await hasAccount(db, email)) throw refuse(401, 'Please log in to your account first.')
    const { first_name, last_name, password } = account
    if (first_name === undefined || last_name === undefined || password === undefined)
      throw refuse.fields({
        ...(first_name === undefined && { first_name: ['First name is required.'] }),
        ...(last_name === undefined && { last_name: ['Last name is required.'] }),
        ...(password === undefined && { password: ['Password is required.'] }),
      })
    const owner = { email, first_name, last_name }
    const password_hash = await hashNewPassword(deps, { password, owner, log: context.request.log })
    const now = clock.now()
    const { user, session_token } = await db.transaction().execute(async trx => {
      const newUser = { ...owner, password_hash, email_verified_at: now }
      const user_id = await registerUser(trx, newUser, { hooks, cart_hash: null, now })
      await grantInvitedRoles(trx, token, { user_id, now })
      const session_token = await rotateSession(trx, context, { user_id, remember: false, proves_mailbox: true, now })
      return { user: await loadUser(trx, user_id), session_token }
    })
    noteSignIn(context.request, user.id, 'registration')
    setSignInCookies(deps, context.reply, { token: session_token, email: user.email, remember: false })
    return user
  }

  serve(app, contract.acceptStaffInvite, async ({ params: { token }, body, ...context }) => {
    const { actor } = context
    const user = isMember(actor)
      ? await acceptWithAccount({ ...context, actor }, token)
      : await acceptWithNewAccount(context, token, body)
    return { data: user }
  })
}
