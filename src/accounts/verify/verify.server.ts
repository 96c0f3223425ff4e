/** Whether mail to somebody's email reaches them. */
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'

import { dropUnproven } from '../own/first-proof.server.ts'
import { endedLink, makeReset, oldLink, unknownLink, usedLink } from '../own/links.server.ts'

const link_ms = 3 * 24 * 3_600_000

/** An email that waits to be confirmed; undefined when it is, or when its account is gone. */
export const unverifiedEmailOf = async (db: Db | Trx, user_id: number): Promise<string | undefined> => {
  const found = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('email_verified_at', 'is', null)
    .select('email')
    .executeTakeFirst()
  return found?.email
}

/** The token of the link in the mail; links before it open nothing any more. */
export const makeVerification = (db: Db, { user_id, email, now }: { user_id: number; email: string; now: Date }) =>
  db.transaction().execute(async trx => {
    await trx.deleteFrom('email_verifications').where('user_id', '=', user_id).where('used_at', 'is', null).execute()
    const token = randomToken()
    const expires_at = new Date(now.getTime() + link_ms)
    await trx
      .insertInto('email_verifications')
      .values({ token_hash: hashToken(token), user_id, email, expires_at })
      .execute()
    return token
  })

/**
 * Mail reached them at this email: by a link of ours, or by Google's word. undefined when their email is another by now, or
 * confirmed already. The first proof ends what was set up before it; `session_id`, if the account's own, goes on.
 */
export const markVerified = async (
  trx: Trx,
  { email, ...proof }: { email: string } & Parameters<typeof dropUnproven>[1],
): Promise<{ ended_password: boolean } | undefined> => {
  const { user_id, now } = proof
  const marked = await trx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', user_id)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!marked) return undefined
  const dropped = await dropUnproven(trx, proof)
  await record(trx, 'user.email_verified', { user_id })
  return dropped
}

/**
 * Uses a link once; answers the email that is confirmed and, where the password ended with it, the token of a link for a new
 * one. Throws 404 and 410.
 */
export const verifyBy = async (
  trx: Trx,
  token: string,
  { session_id, now }: { session_id: number | null; now: Date },
): Promise<{ email: string; password_token: string | null }> => {
  const token_hash = hashToken(token)
  const found = await trx
    .selectFrom('email_verifications')
    .where('token_hash', '=', token_hash)
    .select(['user_id', 'email', 'expires_at', 'used_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw unknownLink()
  if (found.used_at) throw usedLink()
  if (found.expires_at <= now) throw oldLink()
  await trx.updateTable('email_verifications').set({ used_at: now }).where('token_hash', '=', token_hash).execute()
  const { user_id, email } = found
  const marked = await markVerified(trx, { user_id, email, session_id, now })
  if (!marked) throw endedLink()
  return { email, password_token: marked.ended_password ? await makeReset(trx, user_id, now) : null }
}
