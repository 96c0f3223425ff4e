import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { endSessionsOf } from '../session.server.ts'
import { dropUnproven } from './first-proof.server.ts'
import { endedLink, endLinks, endWaitingEmail, makeReset, oldLink, unknownLink, usedLink } from './links.server.ts'
import { holdAccount } from './password.server.ts'

const confirm_ms = 24 * 3_600_000

type Asked = { user_id: number; email: string; now: Date }

/** Keeps what is asked for; the mails follow. Says nothing of whether the email has an account already. */
export const askForEmail = async (trx: Trx, { user_id, email, now }: Asked) => {
  const { email: old_email } = await holdAccount(trx, user_id)
  if (old_email.toLowerCase() === email.toLowerCase()) throw refuse.fields({ email: ['This is your email already.'] })
  await endWaitingEmail(trx, user_id, now)
  const { id, expires_at } = await trx
    .insertInto('email_changes')
    .values({
      user_id,
      old_email,
      new_email: email,
      expires_at: new Date(now.getTime() + confirm_ms),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  await record(trx, 'user.email_change_requested', { change_id: id })
  return { email, expires_at: expires_at.toISOString() }
}

export const waitingEmailOf = async (db: Db, user_id: number, now: Date) => {
  const found = await db
    .selectFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['new_email as email', 'expires_at'])
    .executeTakeFirst()
  return found ? { email: found.email, expires_at: found.expires_at.toISOString() } : null
}

/** Makes the token of the mail's link; the link of an earlier try to send it opens nothing anymore. */
export const makeConfirmation = async (db: Db, change_id: number): Promise<string> => {
  const token = randomToken()
  await db
    .updateTable('email_changes')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', change_id)
    .execute()
  return token
}

/**
 * Uses a link once and changes the email; only the account's own session that opens it goes on. Answers whose email it is and,
 * where the password ended with it, the token of a link for a new one. Throws 404, 410, or 409 when somebody else has the
 * email by now.
 */
export const confirmEmailChange = async (
  trx: Trx,
  token: string,
  { session_id, now }: { session_id: number | null; now: Date },
): Promise<{ user_id: number; password_token: string | null }> => {
  const { id, user_id, new_email } = await changeBy(trx, token, now)
  const { email_verified_at } = await holdAccount(trx, user_id)
  const confirmed = await trx
    .updateTable('email_changes')
    .set({ confirmed_at: now, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // Somebody else used it, or took it back, while we waited.
  if (!confirmed) throw endedLink()
  await trx
    .updateTable('users')
    .set({ email: new_email, email_verified_at: now })
    .where('id', '=', user_id)
    .execute()
    .catch((error: unknown) => {
      throw isTaken(error) ? refuse(409, 'Another account has this email by now.') : error
    })
  await record(trx, 'user.email_changed', { change_id: id })
  if (email_verified_at === null) {
    const { ended_password } = await dropUnproven(trx, { user_id, session_id, now })
    return { user_id, password_token: ended_password ? await makeReset(trx, user_id, now) : null }
  }
  await endLinks(trx, user_id, now)
  await endSessionsOf(trx, user_id, session_id)
  return { user_id, password_token: null }
}

const changeBy = async (trx: Trx, token: string, now: Date) => {
  const found = await trx
    .selectFrom('email_changes')
    .where('token_hash', '=', hashToken(token))
    .select(['id', 'user_id', 'new_email', 'expires_at', 'confirmed_at', 'ended_at'])
    .executeTakeFirst()
  if (!found) throw unknownLink()
  if (found.confirmed_at) throw usedLink()
  if (found.ended_at) throw endedLink()
  if (found.expires_at <= now) throw oldLink()
  return found
}

const unique_violation = '23505'
const isTaken = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === unique_violation
