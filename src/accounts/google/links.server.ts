/** Links between Google accounts and our accounts. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { lockAccount } from '../own/password.server.ts'
import { markEmailVerified } from '../verify/verify.server.ts'
import type { GoogleProfile } from './credential.server.ts'

/**
 * `email`: the email that Google just confirmed, if it did. `session_id`: the requesting session, if it belongs to the
 * account.
 */
type GoogleLinkInput = {
  user_id: number
  session_id?: number
  profile: { subject: string; email?: string }
  /** The name of the shop. */
  shop: string
  now: Date
}

/** Takes a lock per Google account until the transaction ends. */
export const lockSubject = async (trx: Trx, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google:${subject}`}, 0))`.execute(trx)
}

export const findLinkedUser = async (db: Db | Trx, subject: string): Promise<number | undefined> =>
  (await db.selectFrom('google_accounts').where('subject', '=', subject).select('user_id').executeTakeFirst())?.user_id

const findSubject = async (db: Db | Trx, user_id: number): Promise<string | undefined> =>
  (await db.selectFrom('google_accounts').where('user_id', '=', user_id).select('subject').executeTakeFirst())?.subject

export const isLinked = async (db: Db, user_id: number): Promise<boolean> =>
  (await findSubject(db, user_id)) !== undefined

/** Locks and returns the account with this email, with the fields that matter for linking. */
export const lockAccountByEmail = async (trx: Trx, email: string) => {
  const row = await trx
    .selectFrom('users as u')
    .leftJoin('google_accounts as g', 'g.user_id', 'u.id')
    .where('u.email', '=', email)
    .select(['u.id', 'u.password_hash', 'u.email_verified_at', 'g.subject'])
    .forUpdate('u')
    .executeTakeFirst()
  return (
    row && {
      user_id: row.id,
      has_password: row.password_hash !== null,
      is_verified: row.email_verified_at !== null,
      has_other_link: row.subject !== null,
    }
  )
}

/**
 * Links the two accounts. Does nothing when they are linked already. Throws 409 when either is linked to another. Lock
 * the account and the subject first.
 */
export const linkGoogle = async (
  trx: Trx,
  { user_id, session_id, profile: { subject, email }, shop, now }: GoogleLinkInput,
): Promise<void> => {
  const [linkedUserId, currentSubject] = [await findLinkedUser(trx, subject), await findSubject(trx, user_id)]
  if (linkedUserId === user_id) return
  if (linkedUserId !== undefined) throw refuse(409, `This Google account is connected to another ${shop} account.`)
  if (currentSubject !== undefined) throw otherGoogleLinked(shop)
  await trx.insertInto('google_accounts').values({ user_id, subject, linked_at: now }).execute()
  if (email !== undefined) await markEmailVerified(trx, { user_id, email, session_id, now })
}

/** Links Google to an existing account, and tells its owner by mail. */
export const linkGoogleToExisting = async (trx: Trx, input: GoogleLinkInput): Promise<void> => {
  await linkGoogle(trx, input)
  await recordEvent(trx, 'user.google_connected', { user_id: input.user_id })
}

export const otherGoogleLinked = (shop: string) =>
  refuse(409, `Another Google account is connected to this ${shop} account. Please log in with that one.`)

/** Links Google to the signed-in account. Throws 422 when the emails differ, and 409 as `linkGoogle` does. */
export const connect = async (
  trx: Trx,
  { user_id, session_id, profile, shop, now }: GoogleLinkInput & { profile: GoogleProfile },
): Promise<void> => {
  await lockSubject(trx, profile.subject)
  const { email } = await lockAccount(trx, user_id)
  if (email.toLowerCase() !== profile.email.toLowerCase())
    throw refuse.fields({
      google_credential: [`Error connecting. Email must match the email on your ${shop} account.`],
    })
  await linkGoogleToExisting(trx, { user_id, ...(session_id !== undefined && { session_id }), profile, shop, now })
}

/** Throws 409 when the account has no password: it would have no sign-in method left. */
export const disconnect = async (trx: Trx, user_id: number): Promise<void> => {
  const { password_hash } = await lockAccount(trx, user_id)
  if (password_hash === null)
    throw refuse(409, 'Please set a password first: without Google there would be no way to log in.')
  await trx.deleteFrom('google_accounts').where('user_id', '=', user_id).execute()
}
