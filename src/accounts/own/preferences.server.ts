import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

import type { DigestPace } from '../digest-pace.ts'
import { preferenceSlugs, type PreferenceSlug } from '../preferences.ts'
import { expiredLink, unknownLink } from './links.server.ts'
import { recordMailConsents, type ConsentPlace } from './mail-consents.server.ts'

const LINK_LIFETIME_MS = 180 * DAY_MS

export const listEmailPreferences = async (db: Db | Trx, user_id: number): Promise<PreferenceSlug[]> => {
  const rows = await db.selectFrom('email_preferences').where('user_id', '=', user_id).select('slug').execute()
  return preferenceSlugs.filter(slug => rows.some(row => row.slug === slug))
}

/** Loads a user's notification settings: email preferences, digest frequency and time zone. */
export const loadNotificationSettings = async (db: Db | Trx, user_id: number) => {
  const digestSettings = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['digest_pace', 'time_zone'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .executeTakeFirstOrThrow()
  return { email_preferences: await listEmailPreferences(db, user_id), ...digestSettings }
}

type NotificationSettingsInput = {
  email_preferences: readonly PreferenceSlug[]
  digest_pace?: DigestPace | undefined
  time_zone?: string | undefined
}

/** Replaces the email preferences and records the change. Omitted digest settings stay unchanged. */
export const saveNotificationSettings = async (
  trx: Trx,
  user_id: number,
  { email_preferences, digest_pace, time_zone }: NotificationSettingsInput,
  { place, shop, now }: { place: ConsentPlace; shop: string; now: Date },
) => {
  await trx.selectFrom('users').where('id', '=', user_id).select('id').forUpdate().execute()
  const before = await loadNotificationSettings(trx, user_id)
  await trx
    .updateTable('users')
    .set({ email_preferences_chosen_at: now, ...(digest_pace && { digest_pace }), ...(time_zone && { time_zone }) })
    .where('id', '=', user_id)
    .execute()
  await trx.deleteFrom('email_preferences').where('user_id', '=', user_id).execute()
  const slugs = [...new Set(email_preferences)]
  if (slugs.length > 0)
    await trx
      .insertInto('email_preferences')
      .values(slugs.map(slug => ({ user_id, slug })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  const after = await loadNotificationSettings(trx, user_id)
  await recordMailConsents(trx, user_id, { before, after }, { place, shop, now })
  return after
}

/** Creates a link that opens the email preferences without a login. It works for half a year. */
export const createPreferencesUrl = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  user_id: number,
): Promise<string> => {
  const token = randomToken()
  const expires_at = new Date(clock.now().getTime() + LINK_LIFETIME_MS)
  await db
    .insertInto('preference_links')
    .values({ token_hash: hashToken(token), user_id, expires_at })
    .execute()
  return `${config.public_url}/account/notification-preferences/${token}`
}

/** Returns the user of a preferences link. Throws 404 or 410. */
export const findPreferencesUser = async (
  db: Db,
  token: string,
  now: Date,
): Promise<{ user_id: number; email: string }> => {
  const link = await db
    .selectFrom('preference_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where('l.token_hash', '=', hashToken(token))
    .select(['l.user_id', 'l.expires_at', 'u.email'])
    .executeTakeFirst()
  if (!link) throw unknownLink()
  if (link.expires_at <= now) throw expiredLink()
  return link
}

/** Masks an email: "d…@example.com". */
export const getEmailHint = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')
