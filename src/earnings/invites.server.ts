/** Invites to a filmmaker's portal. Only the hash of a mailed token is stored; a new mail replaces it. */
import {
  chooseInviter,
  lockInvitedAccount,
  requireInvitedAccount,
  requirePendingInvite,
} from '#accounts/mailed-invite.server.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { linkFilmmaker } from './people.server.ts'

const LIFETIME_MS = 7 * DAY_MS
/** For one filmmaker. */
const MAX_PENDING = 20

type Inviter = { staff_user_id: number; now: Date }
type InviteKey = { filmmaker_id: number; id: number }

const selectPending = (db: Db | Trx) =>
  db.selectFrom('filmmaker_invites').where('accepted_at', 'is', null).where('revoked_at', 'is', null)

const updatePending = (trx: Trx) =>
  trx.updateTable('filmmaker_invites').where('accepted_at', 'is', null).where('revoked_at', 'is', null)

const findLink = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('filmmaker_members as m')
    .innerJoin('filmmakers as f', 'f.id', 'm.filmmaker_id')
    .where('m.user_id', '=', user_id)
    .select(['f.id', 'f.name'])
    .executeTakeFirst()

/** Holds the inviter's roles until the transaction ends. Throws 403 when the inviter no longer administers the shop. */
const lockInviter = async (trx: Trx, { staff_user_id }: Inviter): Promise<void> => {
  const { platform_roles } = await trx
    .selectFrom('users')
    .where('id', '=', staff_user_id)
    .select('platform_roles')
    .forShare()
    .executeTakeFirstOrThrow()
  if (!hasStaffAccess('platform_admins', platform_roles))
    throw refuse(403, 'Your role does not include inviting filmmakers.')
}

/** Throws 403 for the inviter's own account, 422 beside `email` for a person who can't accept. */
const requireInvitee = async (trx: Trx, email: string, filmmaker_id: number, staff_user_id: number): Promise<void> => {
  const person = await trx
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'platform_roles'])
    .executeTakeFirst()
  if (!person) return
  if (person.id === staff_user_id) throw refuse(403, 'This is your own account. Please ask a colleague.')
  if (person.platform_roles.includes(platformRoles.suspended))
    throw refuse.fields({ email: ['This account is suspended. Reinstate it first.'] })
  const link = await findLink(trx, person.id)
  if (link?.id === filmmaker_id) throw refuse.fields({ email: ['This person has access already.'] })
  if (link)
    throw refuse.fields({
      email: [`This person has access to “${link.name}”. An account is for one filmmaker, so use another email.`],
    })
}

/** Throws 403, 404, 409 for too many pending invites, 422 beside `email` for somebody who is invited or can't accept. */
export const createFilmmakerInvite = async (
  trx: Trx,
  { filmmaker_id, email }: { filmmaker_id: number; email: string },
  inviter: Inviter,
): Promise<void> => {
  const { staff_user_id, now } = inviter
  await lockInviter(trx, inviter)
  // Locked, so that the pending invites can be counted.
  const filmmaker = await trx
    .selectFrom('filmmakers')
    .where('id', '=', filmmaker_id)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirst()
  if (!filmmaker) throw refuse.missing('filmmaker')
  await requireInvitee(trx, email, filmmaker_id, staff_user_id)
  // An expired invite makes room for a new one.
  const expiredInvites = await updatePending(trx)
    .set({ revoked_at: now, token_hash: null })
    .where('email', '=', email)
    .where('expires_at', '<=', now)
    .returning(['id', 'filmmaker_id'])
    .execute()
  for (const invite of expiredInvites) await logInvite(trx, invite, 'invite_revoked', inviter)
  const { count } = await selectPending(trx)
    .where('filmmaker_id', '=', filmmaker_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_PENDING)
    throw refuse(409, `At most ${MAX_PENDING} invites can be pending at once. Please revoke some first.`)
  const expires_at = new Date(now.getTime() + LIFETIME_MS)
  const invite = await trx
    .insertInto('filmmaker_invites')
    .values({ filmmaker_id, email, invited_by: staff_user_id, created_at: now, expires_at })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!invite)
    throw refuse.fields({
      email: ['This email is invited to a filmmaker already. Send the invite again, or revoke it.'],
    })
  await recordEvent(trx, 'filmmaker.invited', { invite_id: invite.id })
  await logInvite(trx, { filmmaker_id, id: invite.id }, 'person_invited', inviter)
}

/** The log refers to the invite, because the email is deleted with its owner's account. */
const logInvite = (
  trx: Trx,
  { filmmaker_id, id }: InviteKey,
  action: 'person_invited' | 'invite_sent_again' | 'invite_revoked',
  { staff_user_id, now }: Inviter,
) => {
  const invite_id = action === 'invite_revoked' ? ([id, null] as const) : ([null, id] as const)
  return writeAuditEntry(trx, {
    staff_user_id,
    about: 'filmmaker',
    about_key: filmmaker_id,
    action,
    changes: { invite_id },
    now,
  })
}

/** Extends a pending invite and mails it again. Throws 403, 404, 422 like a new invite. */
export const resendFilmmakerInvite = async (trx: Trx, key: InviteKey, inviter: Inviter): Promise<void> => {
  const { staff_user_id, now } = inviter
  await lockInviter(trx, inviter)
  const invite = await selectPending(trx)
    .where('id', '=', key.id)
    .where('filmmaker_id', '=', key.filmmaker_id)
    .select(['email', 'invited_by'])
    .forUpdate()
    .executeTakeFirst()
  if (!invite) throw refuse.missing('invite')
  const invited_by = await chooseInviter(trx, invite.invited_by, staff_user_id)
  await trx
    .updateTable('filmmaker_invites')
    .set({ expires_at: new Date(now.getTime() + LIFETIME_MS), invited_by, token_hash: null })
    .where('id', '=', key.id)
    .execute()
  await requireInvitee(trx, invite.email, key.filmmaker_id, staff_user_id)
  await recordEvent(trx, 'filmmaker.invited', { invite_id: key.id })
  await logInvite(trx, key, 'invite_sent_again', inviter)
}

/** Throws 404 for an invite that isn't pending. */
export const revokeFilmmakerInvite = async (trx: Trx, key: InviteKey, inviter: Inviter): Promise<void> => {
  const invite = await updatePending(trx)
    .set({ revoked_at: inviter.now, token_hash: null })
    .where('id', '=', key.id)
    .where('filmmaker_id', '=', key.filmmaker_id)
    .returning('id')
    .executeTakeFirst()
  if (!invite) throw refuse.missing('invite')
  await logInvite(trx, key, 'invite_revoked', inviter)
}

/** Mails an invite with a new link. Does nothing when it ended meanwhile. */
export const mailFilmmakerInvite = async ({ db, clock, config, mail }: Deps, invite_id: number): Promise<void> => {
  const token = randomToken()
  const updated = await db
    .updateTable('filmmaker_invites')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', invite_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .returning('id')
    .executeTakeFirst()
  if (!updated) return
  const { email, filmmaker, expires_at, ...inviter } = await db
    .selectFrom('filmmaker_invites as i')
    .innerJoin('filmmakers as f', 'f.id', 'i.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .where('i.id', '=', invite_id)
    .select(['i.email', 'i.expires_at', 'f.name as filmmaker'])
    .select(['u.first_name', 'u.last_name', 'u.email as inviter_email'])
    .executeTakeFirstOrThrow()
  const { filmmakerInviteMail } = await import('./parts/payout-mails.tsx')
  const content = filmmakerInviteMail({
    address: `${config.public_url}/filmmaker-invite/${token}`,
    filmmaker,
    inviter: formatPersonName({ ...inviter, email: inviter.inviter_email }),
    expires_at,
  })
  await mail.send({ to: email, content })
}

/**
 * Returns the pending invite of a token. Throws 404 for an unknown one, 410 for one that was used, revoked or replaced,
 * has expired, or whose sender no longer administers the shop.
 */
export const findFilmmakerInvite = async (db: Db | Trx, token: string, now: Date) => {
  const invite = await db
    .selectFrom('filmmaker_invites as i')
    .innerJoin('filmmakers as f', 'f.id', 'i.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .where('i.token_hash', '=', hashToken(token))
    .select(['i.id', 'i.email', 'i.filmmaker_id', 'i.invited_by', 'i.expires_at', 'i.accepted_at', 'i.revoked_at'])
    .select(['f.name as filmmaker', 'u.email as inviter_email', 'u.first_name', 'u.last_name'])
    .select('u.platform_roles as inviter_roles')
    .executeTakeFirst()
  return requirePendingInvite(invite, now)
}

/**
 * Locks both accounts, uses the invite up and gives the user access: of several concurrent calls, one succeeds. Throws
 * like `findFilmmakerInvite` for the others, 409 for an account that can't have access.
 */
export const acceptFilmmakerInvite = async (
  trx: Trx,
  token: string,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> => {
  const { invited_by } = await findFilmmakerInvite(trx, token, now)
  const account = await lockInvitedAccount(trx, { user_id, invited_by })
  await trx
    .selectFrom('filmmaker_invites')
    .where('token_hash', '=', hashToken(token))
    .select('id')
    .forUpdate()
    .execute()
  // Again, now that nothing about it can change.
  const { id, email, filmmaker_id, ...invite } = await findFilmmakerInvite(trx, token, now)
  if (invite.invited_by !== invited_by) throw refuse(409, 'This invite was just sent again.')
  requireInvitedAccount(account, email)
  const link = await findLink(trx, user_id)
  if (link && link.id !== filmmaker_id)
    throw refuse(
      409,
      `Your account has access to “${link.name}”, and an account is for one filmmaker. Please ask for an invite to another email.`,
    )
  await trx
    .updateTable('filmmaker_invites')
    .set({ accepted_at: now, accepted_by: user_id })
    .where('id', '=', id)
    .execute()
  // By the sender of the invite, who therefore can't send this filmmaker's payouts.
  await linkFilmmaker(trx, { user_id, filmmaker_id, linked_by: invited_by, now })
  await writeAuditEntry(trx, {
    staff_user_id: invited_by,
    about: 'filmmaker',
    about_key: filmmaker_id,
    action: 'member_linked',
    reason: 'Accepted an invite',
    changes: { user_id: [null, user_id] },
    now,
  })
}

/** Lists who has access to a filmmaker, and the pending invites. */
export const loadFilmmakerPeople = async (db: Db, filmmaker_id: number, now: Date) => {
  const [people, invites] = await Promise.all([
    db
      .selectFrom('filmmaker_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .leftJoin('users as s', 's.id', 'm.linked_by')
      .where('m.filmmaker_id', '=', filmmaker_id)
      .orderBy('m.linked_at')
      .orderBy('u.id')
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'm.linked_at', 's.email as linked_by'])
      .execute(),
    selectPending(db)
      .innerJoin('users as s', 's.id', 'filmmaker_invites.invited_by')
      .where('filmmaker_id', '=', filmmaker_id)
      .orderBy('filmmaker_invites.created_at', 'desc')
      .select([
        'filmmaker_invites.id',
        'filmmaker_invites.email',
        'filmmaker_invites.expires_at',
        's.email as invited_by',
      ])
      .execute(),
  ])
  return {
    people: people.map(({ id, email, first_name, last_name, linked_at, linked_by }) => ({
      id,
      email,
      name: formatPersonName({ first_name, last_name, email }),
      linked_at: linked_at.toISOString(),
      linked_by,
    })),
    invites: invites.map(({ expires_at, ...invite }) => ({
      ...invite,
      expires_at: expires_at.toISOString(),
      is_expired: expires_at <= now,
    })),
  }
}
