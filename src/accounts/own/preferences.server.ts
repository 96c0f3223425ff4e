import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

import type { DigestPace } from '../digest-pace.ts'
import { preferenceSlugs, type PreferenceSlug } from '../preferences.ts'
import { oldLink, unknownLink } from './links.server.ts'

const link_ms = 180 * 86_400_000

export const preferencesOf = async (db: Db | Trx, user_id: number): Promise<PreferenceSlug[]> => {
  const rows = await db.selectFrom('email_preferences').where('user_id', '=', user_id).select('slug').execute()
  return preferenceSlugs.filter(slug => rows.some(row => row.slug === slug))
}

/** Which mails somebody wants, how often news comes, and by which clock. */
export const wantedOf = async (db: Db | Trx, user_id: number) => {
  const news = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['digest_pace', 'time_zone'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .executeTakeFirstOrThrow()
  return { email_preferences: await preferencesOf(db, user_id), ...news }
}

type Wanted = {
  email_preferences: readonly PreferenceSlug[]
  digest_pace?: DigestPace | undefined
  time_zone?: string | undefined
}

/** Exactly these mails from now on; what is left out of the rest stays as it is. */
export const setWanted = async (
  trx: Trx,
  user_id: number,
  { email_preferences, digest_pace, time_zone }: Wanted,
  now: Date,
) => {
  await trx
    .updateTable('users')
    .set({ email_preferences_chosen_at: now, ...(digest_pace && { digest_pace }), ...(time_zone && { time_zone }) })
    .where('id', '=', user_id)
    .execute()
  await trx.deleteFrom('email_preferences').where('user_id', '=', user_id).execute()
  const chosen = [...new Set(email_preferences)]
  if (chosen.length > 0)
    await trx
      .insertInto('email_preferences')
      .values(chosen.map(slug => ({ user_id, slug })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return wantedOf(trx, user_id)
}

/** The address under which whoever reads a mail chooses their mails without logging in; good for half a year. */
export const preferencesAddress = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  user_id: number,
): Promise<string> => {
  const token = randomToken()
  const expires_at = new Date(clock.now().getTime() + link_ms)
  await db
    .insertInto('preference_links')
    .values({ token_hash: hashToken(token), user_id, expires_at })
    .execute()
  return `${config.public_url}/account/notification-preferences/${token}`
}

/** Whose link it is. Throws 404 or 410. */
export const readerOf = async (db: Db, token: string, now: Date): Promise<{ user_id: number; email: string }> => {
  const found = await db
    .selectFrom('preference_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where('l.token_hash', '=', hashToken(token))
    .select(['l.user_id', 'l.expires_at', 'u.email'])
    .executeTakeFirst()
  if (!found) throw unknownLink()
  if (found.expires_at <= now) throw oldLink()
  return found
}

/** "d…@example.com". */
export const hintOf = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')
