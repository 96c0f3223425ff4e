import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { endSessionsOf } from '../session.server.ts'
import { dropUnverifiedAccess } from './first-verification.server.ts'
import {
  endedLink,
  endLinks,
  cancelPendingEmail,
  createResetToken,
  expiredLink,
  unknownLink,
  usedLink,
} from './links.server.ts'
import { lockAccount } from './password.server.ts'

const CHANGE_LIFETIME_MS = 24 * 3_600_000

type EmailChangeInput = { user_id: number; email: string; now: Date }

/** Stores the requested change; the mails follow. Does not reveal whether the email has an account. */
export const createEmailChange = async (trx: Trx, { user_id, email, now }: EmailChangeInput) => {
  const { email: old_email } = await lockAccount(trx, user_id)
  if (old_email.toLowerCase() === email.toLowerCase()) throw refuse.fields({ email: ['This is your email already.'] })
  await cancelPendingEmail(trx, user_id, now)
  const { id, expires_at } = await trx
    .insertInto('email_changes')
    .values({
      user_id,
      old_email,
      new_email: email,
      expires_at: new Date(now.getTime() + CHANGE_LIFETIME_MS),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  await recordEvent(trx, 'user.email_change_requested', { change_id: id })
  return { email, expires_at: expires_at.toISOString() }
}

export const getPendingEmail = async (db: Db, user_id: number, now: Date) => {
  const change = await db
    .selectFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['new_email as email', 'expires_at'])
    .executeTakeFirst()
  return change ? { email: change.email, expires_at: change.expires_at.toISOString() } : null
}

/** Creates the token of the mailed link. It invalidates the link of an earlier attempt to send the mail. */
export const createConfirmationToken = async (db: Db, change_id: number): Promise<string> => {
  const token = randomToken()
  await db
    .updateTable('email_changes')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', change_id)
    .execute()
  return token
}

/**
 * Uses a link once and changes the email. Ends all sessions except the account's own `session_id`. Returns the user's
 * id. Throws 404, 410, or 409 when another account has the email by now.
 */
export const confirmEmailChange = async (
  trx: Trx,
  token: string,
  { session_id, now }: { session_id: number | null; now: Date },
): Promise<{ user_id: number; password_token: string | null }> => {
  const { id, user_id, new_email } = await loadOpenChange(trx, token, now)
  const { email_verified_at } = await lockAccount(trx, user_id)
  const confirmed = await trx
    .updateTable('email_changes')
    .set({ confirmed_at: now, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // Another request used or canceled it meanwhile.
  if (!confirmed) throw endedLink()
  await trx
    .updateTable('users')
    .set({ email: new_email, email_verified_at: now })
    .where('id', '=', user_id)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? refuse(409, 'Another account has this email by now.') : error
    })
  await recordEvent(trx, 'user.email_changed', { change_id: id })
  if (email_verified_at === null) {
    const { ended_password } = await dropUnverifiedAccess(trx, { user_id, session_id, now })
    return { user_id, password_token: ended_password ? await createResetToken(trx, user_id, now) : null }
  }
  await endLinks(trx, user_id, now)
  await endSessionsOf(trx, user_id, session_id)
  return { user_id, password_token: null }
}

const loadOpenChange = async (trx: Trx, token: string, now: Date) => {
  const change = await trx
    .selectFrom('email_changes')
    .where('token_hash', '=', hashToken(token))
    .select(['id', 'user_id', 'new_email', 'expires_at', 'confirmed_at', 'ended_at'])
    .executeTakeFirst()
  if (!change) throw unknownLink()
  if (change.confirmed_at) throw usedLink()
  if (change.ended_at) throw endedLink()
  if (change.expires_at <= now) throw expiredLink()
  return change
}

const UNIQUE_VIOLATION = '23505'
const isUniqueViolation = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === UNIQUE_VIOLATION
