/** Accepts mailed invites, with the signed-in account of the invited email or with a new one. */
import { isMember, type Actor, type Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { formatConfirmFirst } from './confirmed-email.ts'
import type { InviteeBody } from './mailed-invite.ts'
import { hashNewPassword } from './new-password.server.ts'
import { registerUser } from './register.server.ts'
import { markMailboxProven, rotateSessionToken, setSessionCookie } from './session.server.ts'
import type { SignInHook } from './sign-in-hook.ts'
import { noteSignIn, rotateSession, setSignInCookies, type SignInContext } from './sign-in.server.ts'
import { loadEmail, loadUser } from './users.server.ts'

const hasAccount = async (db: Db, email: string) =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()) !== undefined

/** Returns whether the invited email has an account, and the email that is signed in. */
export const loadInvitee = async (db: Db, { user_id }: Pick<Actor, 'user_id'>, email: string) => ({
  has_account: await hasAccount(db, email),
  signed_in_as: user_id === null ? null : await loadEmail(db, user_id),
})

/**
 * Locks the accounts of an invite's acceptor and sender until the transaction ends. Returns the acceptor's. Throws 403
 * when both are the same.
 */
export const lockInvitedAccount = async (
  trx: Trx,
  { user_id, invited_by }: { user_id: number; invited_by: number },
) => {
  if (user_id === invited_by) throw refuse(403, 'You can’t accept your own invite. Please ask a colleague for one.')
  const accounts = await trx
    .selectFrom('users')
    .where('id', 'in', [user_id, invited_by])
    .orderBy('id')
    .select(['id', 'email', 'email_verified_at', 'platform_roles'])
    .forUpdate()
    .execute()
  const account = accounts.find(({ id }) => id === user_id)
  if (!account) throw refuse.missing('account')
  return account
}

type InvitedAccount = Awaited<ReturnType<typeof lockInvitedAccount>>

/** Throws 409 unless the account has the invited email, which is confirmed, and is not suspended. */
export const requireInvitedAccount = (account: InvitedAccount, invitedEmail: string): void => {
  const { email, email_verified_at, platform_roles } = account
  if (email.toLowerCase() !== invitedEmail.toLowerCase())
    throw refuse(409, `This invite is for ${invitedEmail}. Please log out first.`)
  if (email_verified_at === null) throw refuse(409, formatConfirmFirst(email))
  if (platform_roles.includes(platformRoles.suspended))
    throw refuse(409, 'This account is suspended. Please ask the person who invited you.')
}

type InviteState = {
  accepted_at: Date | null
  revoked_at: Date | null
  expires_at: Date
  /** The platform roles of its sender. */
  inviter_roles: readonly number[]
}

/**
 * Returns the invite of a link. Throws 404 for an unknown one, 410 for one that was used or revoked, has expired, or whose
 * sender no longer administers the shop.
 */
export const requirePendingInvite = <T extends InviteState>(invite: T | undefined, now: Date): T => {
  if (!invite) throw refuse(404, 'This link is unknown, or a later mail has replaced it.')
  if (invite.accepted_at) throw refuse(410, 'This invite was accepted already. Please log in.')
  if (invite.revoked_at) throw refuse(410, 'This invite was revoked.')
  if (invite.expires_at <= now) throw refuse(410, 'This invite has expired. Please ask for a new one.')
  if (!hasStaffAccess('platform_admins', invite.inviter_roles))
    throw refuse(410, 'The person who sent this invite no longer administers the shop. Please ask for a new one.')
  return invite
}

type AcceptedInvite = {
  body: InviteeBody
  /** Returns the invited email. Throws a refusal if the invite doesn’t work. */
  findEmail: () => Promise<string>
  /**
   * Uses the invite up and grants what it is for, by `lockInvitedAccount` and `requireInvitedAccount`. Throws a refusal
   * if the invite doesn’t work anymore, or not for this user.
   */
  grant: (trx: Trx, user_id: number) => Promise<void>
}

type AcceptContext = SignInContext & { actor: Actor }

/**
 * Accepts an invite whose link came to the invited mailbox, and returns the user. Throws 401 for a guest whose email has an
 * account, 409 for another account or one with an unconfirmed email, 422 for a new account without a name or password.
 * `hooks` are functions of other features that run when a user signs up.
 */
export const acceptMailedInvite = (
  deps: Deps,
  hooks: readonly SignInHook[],
  context: AcceptContext,
  invite: AcceptedInvite,
) => {
  const { actor } = context
  return isMember(actor)
    ? acceptWithAccount(deps, { ...context, actor }, invite)
    : acceptWithNewAccount(deps, hooks, context, invite)
}

/** The link came to the account's mailbox, so the session needs no other proof of it. */
const acceptWithAccount = async (
  deps: Deps,
  { actor, reply }: SignInContext & { actor: Member },
  { grant }: AcceptedInvite,
) => {
  const { user_id, session_id } = actor
  const { user, session } = await deps.db.transaction().execute(async trx => {
    await grant(trx, user_id)
    await markMailboxProven(trx, session_id)
    return { user: await loadUser(trx, user_id), session: await rotateSessionToken(trx, session_id) }
  })
  if (session) setSessionCookie(reply, deps, session.token, session.remember)
  return user
}

const acceptWithNewAccount = async (
  deps: Deps,
  hooks: readonly SignInHook[],
  context: SignInContext,
  { body: { first_name, last_name, password }, findEmail, grant }: AcceptedInvite,
) => {
  const email = await findEmail()
  if (await hasAccount(deps.db, email)) throw refuse(401, 'Please log in to your account first.')
  if (first_name === undefined || last_name === undefined || password === undefined)
    throw refuse.fields({
      ...(first_name === undefined && { first_name: ['First name is required.'] }),
      ...(last_name === undefined && { last_name: ['Last name is required.'] }),
      ...(password === undefined && { password: ['Password is required.'] }),
    })
  const owner = { email, first_name, last_name }
  const password_hash = await hashNewPassword(deps, { password, owner, log: context.request.log })
  const now = deps.clock.now()
  const { user, token } = await deps.db.transaction().execute(async trx => {
    const newUser = { ...owner, password_hash, email_verified_at: now }
    const user_id = await registerUser(trx, newUser, { hooks, cart_hash: null, now })
    await grant(trx, user_id)
    const token = await rotateSession(trx, context, { user_id, remember: false, proves_mailbox: true, now })
    return { user: await loadUser(trx, user_id), token }
  })
  noteSignIn(context.request, user.id, 'registration')
  setSignInCookies(deps, context.reply, { token, email: user.email, remember: false })
  return user
}

/**
 * Returns who answers for an invite that is sent again: its inviter, because that decides what they may approve later,
 * or the sender when the inviter no longer administers the shop.
 */
export const chooseInviter = async (trx: Trx, invited_by: number, sender_id: number): Promise<number> => {
  const inviter = await trx.selectFrom('users').where('id', '=', invited_by).select('platform_roles').executeTakeFirst()
  return inviter && hasStaffAccess('platform_admins', inviter.platform_roles) ? invited_by : sender_id
}
