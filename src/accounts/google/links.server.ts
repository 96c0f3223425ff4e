/** Which Google account opens which of ours. */
import { sql } from 'kysely'

import { brand } from '#platform/brand.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { holdAccount } from '../own/password.server.ts'
import { markVerified } from '../verify/verify.server.ts'
import type { GooglePerson } from './credential.server.ts'

/** `email`: what Google confirmed just now, if it did; `session_id`: the account's own session that asks. */
type Linking = { user_id: number; session_id?: number; person: { subject: string; email?: string }; now: Date }

/** Everything that is done about one Google account waits here for what is done about it already. */
export const holdSubject = async (trx: Trx, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google:${subject}`}, 0))`.execute(trx)
}

export const ownerOf = async (db: Db | Trx, subject: string): Promise<number | undefined> =>
  (await db.selectFrom('google_accounts').where('subject', '=', subject).select('user_id').executeTakeFirst())?.user_id

const subjectOf = async (db: Db | Trx, user_id: number): Promise<string | undefined> =>
  (await db.selectFrom('google_accounts').where('user_id', '=', user_id).select('subject').executeTakeFirst())?.subject

export const isLinked = async (db: Db, user_id: number): Promise<boolean> =>
  (await subjectOf(db, user_id)) !== undefined

/** The account with this email, held, as far as it matters here. */
export const accountWith = async (trx: Trx, email: string) => {
  const found = await trx
    .selectFrom('users as u')
    .leftJoin('google_accounts as g', 'g.user_id', 'u.id')
    .where('u.email', '=', email)
    .select(['u.id', 'u.password_hash', 'u.email_verified_at', 'g.subject'])
    .forUpdate('u')
    .executeTakeFirst()
  return (
    found && {
      user_id: found.id,
      has_password: found.password_hash !== null,
      is_verified: found.email_verified_at !== null,
      has_other_link: found.subject !== null,
    }
  )
}

/** Connects the two; the same two again is nothing. Throws 409 when either is connected otherwise. Hold the account and the subject. */
export const link = async (
  trx: Trx,
  { user_id, session_id, person: { subject, email }, now }: Linking,
): Promise<void> => {
  const [owner, before] = [await ownerOf(trx, subject), await subjectOf(trx, user_id)]
  if (owner === user_id) return
  if (owner !== undefined) throw refuse(409, `This Google account is connected to another ${brand.name} account.`)
  if (before !== undefined) throw otherLink()
  await trx.insertInto('google_accounts').values({ user_id, subject, linked_at: now }).execute()
  if (email !== undefined) await markVerified(trx, { user_id, email, session_id, now })
}

/** Connects an account that somebody has already, and tells them by mail. */
export const linkToExisting = async (trx: Trx, linking: Linking): Promise<void> => {
  await link(trx, linking)
  await record(trx, 'user.google_connected', { user_id: linking.user_id })
}

export const otherLink = () =>
  refuse(409, `Another Google account is connected to this ${brand.name} account. Please log in with that one.`)

/** Throws 422 for another email than the account's, 409 like `link`. */
export const connect = async (
  trx: Trx,
  { user_id, session_id, person, now }: { user_id: number; session_id: number; person: GooglePerson; now: Date },
): Promise<void> => {
  await holdSubject(trx, person.subject)
  const { email } = await holdAccount(trx, user_id)
  if (email.toLowerCase() !== person.email.toLowerCase())
    throw refuse.fields({
      google_credential: [`Error connecting. Email must match the email on your ${brand.name} account.`],
    })
  await linkToExisting(trx, { user_id, session_id, person, now })
}

/** Throws 409 when there would be no way left to come in. */
export const disconnect = async (trx: Trx, user_id: number): Promise<void> => {
  const { password_hash } = await holdAccount(trx, user_id)
  if (password_hash === null)
    throw refuse(409, 'Please set a password first: without Google there would be no way to log in.')
  await trx.deleteFrom('google_accounts').where('user_id', '=', user_id).execute()
}
