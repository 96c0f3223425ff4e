/** Confirmation of a user's email. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { dropUnverifiedAccess } from '../own/first-verification.server.ts'
import { endedLink, createResetToken, expiredLink, unknownLink, usedLink } from '../own/links.server.ts'

const LINK_LIFETIME_MS = 3 * 24 * 3_600_000

/** Returns the user's unconfirmed email; undefined when it is confirmed or the account is gone. */
export const findUnverifiedEmail = async (db: Db | Trx, user_id: number): Promise<string | undefined> => {
  const user = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('email_verified_at', 'is', null)
    .select('email')
    .executeTakeFirst()
  return user?.email
}

/** Creates the token of the mailed link and invalidates earlier links. */
export const createVerificationToken = (
  db: Db,
  { user_id, email, now }: { user_id: number; email: string; now: Date },
) =>
  db.transaction().execute(async trx => {
    await trx.deleteFrom('email_verifications').where('user_id', '=', user_id).where('used_at', 'is', null).execute()
    const token = randomToken()
    const expires_at = new Date(now.getTime() + LINK_LIFETIME_MS)
    await trx
      .insertInto('email_verifications')
      .values({ token_hash: hashToken(token), user_id, email, expires_at })
      .execute()
    return token
  })

/**
 * Marks the email as verified, by a mailed link or by Google. Does nothing when the user's email has changed. The first
 * verification removes what was set up before it, except the account's own `session_id`.
 */
export const markEmailVerified = async (
  trx: Trx,
  { email, ...proof }: { email: string } & Parameters<typeof dropUnverifiedAccess>[1],
): Promise<{ ended_password: boolean } | undefined> => {
  const { user_id, now } = proof
  const user = await trx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', user_id)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!user) return undefined
  const dropped = await dropUnverifiedAccess(trx, proof)
  await recordEvent(trx, 'user.email_verified', { user_id })
  return dropped
}

/**
 * Uses a link once. Returns the confirmed email and, when the password ended, a reset token for a new one. Throws 404 or
 * 410.
 */
export const applyVerification = async (
  trx: Trx,
  token: string,
  { session_id, now }: { session_id: number | null; now: Date },
): Promise<{ email: string; password_token: string | null }> => {
  const token_hash = hashToken(token)
  const verification = await trx
    .selectFrom('email_verifications')
    .where('token_hash', '=', token_hash)
    .select(['user_id', 'email', 'expires_at', 'used_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!verification) throw unknownLink()
  if (verification.used_at) throw usedLink()
  if (verification.expires_at <= now) throw expiredLink()
  await trx.updateTable('email_verifications').set({ used_at: now }).where('token_hash', '=', token_hash).execute()
  const { user_id, email } = verification
  const marked = await markEmailVerified(trx, { user_id, email, session_id, now })
  if (!marked) throw endedLink()
  return { email, password_token: marked.ended_password ? await createResetToken(trx, user_id, now) : null }
}
