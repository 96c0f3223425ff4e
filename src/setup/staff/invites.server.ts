/** Invites to the staff. Only the hash of a mailed token is stored; a new mail replaces it. */
import { sql } from 'kysely'

import {
  chooseInviter,
  lockInvitedAccount,
  requireInvitedAccount,
  requirePendingInvite,
} from '#accounts/mailed-invite.server.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import { setPlatformRole } from '#accounts/platform-roles.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { assignableRoles, pickAssignableRoles, roleLabelsOf } from '#workspaces/assignable-roles.ts'

const LIFETIME_MS = 7 * DAY_MS
const MAX_PENDING = 100

const selectPending = (db: Db | Trx) =>
  db.selectFrom('staff_invites').where('accepted_at', 'is', null).where('revoked_at', 'is', null)

type Inviter = { staff_user_id: number; now: Date }

const lockInvites = (trx: Trx) => sql`select pg_advisory_xact_lock(93, 0)`.execute(trx)

/** Holds the inviter's roles until the transaction ends. Throws 403 when the inviter no longer administers the shop. */
const lockInviter = async (trx: Trx, { staff_user_id }: Inviter) => {
  const inviter = await trx
    .selectFrom('users')
    .where('id', '=', staff_user_id)
    .select('platform_roles')
    .forShare()
    .executeTakeFirstOrThrow()
  if (!hasStaffAccess('platform_admins', inviter.platform_roles))
    throw refuse(403, 'Your role does not include inviting staff.')
}

/** Throws 422 beside `email` for somebody who has the roles or is invited, 409 for too many pending invites. */
export const createStaffInvite = async (
  trx: Trx,
  { email, roles }: { email: string; roles: readonly number[] },
  inviter: Inviter,
): Promise<void> => {
  const { staff_user_id, now } = inviter
  await lockInviter(trx, inviter)
  await lockInvites(trx)
  const person = await trx.selectFrom('users').where('email', '=', email).select('platform_roles').executeTakeFirst()
  if (person && roles.every(role => person.platform_roles.includes(role)))
    throw refuse.fields({ email: ['This person has these roles already.'] })
  if (person?.platform_roles.includes(platformRoles.suspended))
    throw refuse.fields({ email: ['This account is suspended. Reinstate it first.'] })
  // An expired invite makes room for a new one.
  const expiredInvites = await trx
    .updateTable('staff_invites')
    .set({ revoked_at: now })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', now)
    .returning(['id', 'platform_roles'])
    .execute()
  for (const { id, platform_roles } of expiredInvites)
    await logInvite(trx, id, 'staff_invite_revoked', platform_roles, inviter)
  const { count } = await selectPending(trx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_PENDING)
    throw refuse(409, `At most ${MAX_PENDING} invites can be pending at once. Please revoke some first.`)
  const invite = await trx
    .insertInto('staff_invites')
    .values({
      email,
      platform_roles: pickAssignableRoles(roles),
      invited_by: staff_user_id,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!invite) throw refuse.fields({ email: ['This email is invited already. Send the invite again, or revoke it.'] })
  await recordEvent(trx, 'staff.invited', { invite_id: invite.id })
  await logInvite(trx, invite.id, 'staff_invited', roles, inviter)
}

const logInvite = (
  trx: Trx,
  id: number,
  action: 'staff_invited' | 'staff_invite_sent_again' | 'staff_invite_revoked',
  roles: readonly number[],
  { staff_user_id, now }: Inviter,
) => {
  const changes = { roles: ['', roleLabelsOf(roles).join(', ')] } as const
  return writeAuditEntry(trx, { staff_user_id, about: 'staff_invite', about_key: id, action, changes, now })
}

/** Extends a pending invite and mails it again. Throws 404 for one that isn't pending. */
export const resendInvite = async (trx: Trx, id: number, inviter: Inviter): Promise<void> => {
  const { staff_user_id, now } = inviter
  await lockInviter(trx, inviter)
  const invite = await selectPending(trx)
    .where('id', '=', id)
    .select(['platform_roles', 'invited_by'])
    .forUpdate()
    .executeTakeFirst()
  if (!invite) throw refuse.missing('invite')
  const invited_by = await chooseInviter(trx, invite.invited_by, staff_user_id)
  await trx
    .updateTable('staff_invites')
    .set({ expires_at: new Date(now.getTime() + LIFETIME_MS), invited_by, token_hash: null })
    .where('id', '=', id)
    .execute()
  await recordEvent(trx, 'staff.invited', { invite_id: id })
  await logInvite(trx, id, 'staff_invite_sent_again', invite.platform_roles, inviter)
}

/** Throws 404 for an invite that isn't pending. */
export const revokeInvite = async (trx: Trx, id: number, inviter: Inviter): Promise<void> => {
  const invite = await trx
    .updateTable('staff_invites')
    .set({ revoked_at: inviter.now, token_hash: null })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('platform_roles')
    .executeTakeFirst()
  if (!invite) throw refuse.missing('invite')
  await logInvite(trx, id, 'staff_invite_revoked', invite.platform_roles, inviter)
}

/** Mails an invite with a new link. Does nothing when it ended meanwhile. */
export const mailStaffInvite = async ({ db, clock, config, mail }: Deps, invite_id: number): Promise<void> => {
  const token = randomToken()
  const invite = await db
    .updateTable('staff_invites')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', invite_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .returning(['email', 'platform_roles', 'invited_by', 'expires_at'])
    .executeTakeFirst()
  if (!invite) return
  const inviter = await db
    .selectFrom('users')
    .where('id', '=', invite.invited_by)
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirstOrThrow()
  const { staffInviteMail } = await import('../parts/setup-mails.tsx')
  const content = staffInviteMail({
    address: `${config.public_url}/staff-invite/${token}`,
    roles: roleLabelsOf(invite.platform_roles).join(', '),
    inviter: formatPersonName(inviter),
    expires_at: invite.expires_at,
  })
  await mail.send({ to: invite.email, content })
}

/**
 * Returns the pending invite of a token. Throws 404 for an unknown one, 410 for one that was used, revoked or replaced,
 * has expired, or whose sender no longer administers the shop.
 */
export const findInvite = async (db: Db | Trx, token: string, now: Date) => {
  const invite = await db
    .selectFrom('staff_invites as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .where('i.token_hash', '=', hashToken(token))
    .select(['i.id', 'i.email', 'i.platform_roles', 'i.invited_by', 'i.expires_at', 'i.accepted_at', 'i.revoked_at'])
    .select(['u.email as inviter_email', 'u.first_name', 'u.last_name', 'u.platform_roles as inviter_roles'])
    .executeTakeFirst()
  return requirePendingInvite(invite, now)
}

/**
 * Locks both accounts, uses the invite up and grants its roles: of several concurrent calls, one succeeds. Throws like
 * `findInvite` for the others, 409 for an account of another or unconfirmed email, or a suspended one.
 */
export const grantInvitedRoles = async (
  trx: Trx,
  token: string,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { invited_by } = await findInvite(trx, token, now)
  const account = await lockInvitedAccount(trx, { user_id, invited_by })
  await trx.selectFrom('staff_invites').where('token_hash', '=', hashToken(token)).select('id').forUpdate().execute()
  // Again, now that nothing about it can change.
  const invite = await findInvite(trx, token, now)
  if (invite.invited_by !== invited_by) throw refuse(409, 'This invite was just sent again.')
  requireInvitedAccount(account, invite.email)
  await trx
    .updateTable('staff_invites')
    .set({ accepted_at: now, accepted_by: user_id })
    .where('id', '=', invite.id)
    .execute()
  for (const role of invite.platform_roles) await setPlatformRole(trx, user_id, role, true)
  const before = account.platform_roles
  const after = roleLabelsOf([...before, ...invite.platform_roles])
  // By the sender of the invite: who gave a role to whom decides who may approve what.
  await writeAuditEntry(trx, {
    staff_user_id: invited_by,
    about: 'person',
    about_key: user_id,
    action: 'roles_changed',
    reason: 'Accepted an invite',
    changes: { roles: [roleLabelsOf(before).join(', '), after.join(', ')] },
    now,
  })
  await recordEvent(trx, 'user.roles_changed', { user_id, roles: after })
}

/** Lists the staff, platform admins first, and the pending invites. */
export const loadStaff = async (db: Db, now: Date) => {
  const staffRoles = assignableRoles.map(({ role }) => role)
  const members = await db
    .selectFrom('users as u')
    .where(sql<boolean>`u.platform_roles && ${staffRoles}::integer[]`)
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.platform_roles as roles'])
    .select(({ selectFrom, exists, or }) => [
      selectFrom('sessions as s')
        .whereRef('s.user_id', '=', 'u.id')
        .select(({ fn }) => fn.max('s.last_seen_at').as('at'))
        .as('last_seen_at'),
      or([
        exists(selectFrom('passkeys as p').whereRef('p.user_id', '=', 'u.id').select('p.id')),
        exists(
          selectFrom('authenticator_apps as a')
            .whereRef('a.user_id', '=', 'u.id')
            .where('a.confirmed_at', 'is not', null)
            .select('a.user_id'),
        ),
      ]).as('has_two_step'),
    ])
    .orderBy(sql`${platformRoles.platform_admin}::integer = any(u.platform_roles)`, 'desc')
    .orderBy('u.email')
    .execute()
  const invites = await selectPending(db)
    .innerJoin('users as u', 'u.id', 'staff_invites.invited_by')
    .orderBy('staff_invites.created_at', 'desc')
    .select([
      'staff_invites.id',
      'staff_invites.email',
      'staff_invites.platform_roles as roles',
      'u.email as invited_by',
    ])
    .select(['staff_invites.created_at', 'staff_invites.expires_at'])
    .execute()
  return {
    members: members.map(({ first_name, last_name, last_seen_at, has_two_step, ...member }) => ({
      id: member.id,
      email: member.email,
      name: formatPersonName({ first_name, last_name, email: member.email }),
      roles: pickAssignableRoles(member.roles),
      is_suspended: member.roles.includes(platformRoles.suspended),
      has_two_step: Boolean(has_two_step),
      last_seen_at: last_seen_at?.toISOString() ?? null,
    })),
    invites: invites.map(({ created_at, expires_at, ...invite }) => ({
      ...invite,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      is_expired: expires_at <= now,
    })),
  }
}
