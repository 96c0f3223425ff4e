/** The privacy part of accounts: what they store about a user. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { deleteUserIdempotencyKeys } from '#platform/http/idempotency.server.ts'
import { releaseImage } from '#platform/images/uploads.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { describeDevice } from '../own/device.ts'
import { listMailConsents } from '../own/mail-consents.server.ts'
import { loadNotificationSettings } from '../own/preferences.server.ts'
import { loadTwoStep } from '../two-step/state.server.ts'
import { loadUser } from '../users.server.ts'
import { expireExports } from './exports.server.ts'
import type { DepartingUser, PrivacyPart } from './part.ts'

const collect = async (db: Db, user_id: number) => {
  const sessions = await db
    .selectFrom('sessions')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['user_agent', 'address', 'created_at', 'last_seen_at'])
    .execute()
  const registration = await db
    .selectFrom('registrations')
    .where('user_id', '=', user_id)
    .select(['method', 'referral_code', 'page_url', 'page_name', 'tracking_cookie', 'at'])
    .executeTakeFirst()
  const email_changes = await db
    .selectFrom('email_changes')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['old_email', 'new_email', 'confirmed_at'])
    .execute()
  const two_step_resets = await db
    .selectFrom('two_step_resets')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['reason', 'requested_at', 'ended_at'])
    .execute()
  return {
    profile: await loadUser(db, user_id),
    registration: registration ?? null,
    email_preferences: await loadNotificationSettings(db, user_id),
    mail_consents: await listMailConsents(db, user_id),
    two_step_sign_in: await loadTwoStep(db, user_id),
    two_step_resets,
    sessions: sessions.map(({ user_agent, ...session }) => ({
      device: describeDevice(user_agent),
      user_agent,
      ...session,
    })),
    email_changes,
  }
}

/** Tables whose rows concern only the user. */
const userTables = [
  'sessions',
  'email_preferences',
  'mail_consents',
  'email_changes',
  'email_verifications',
  'password_resets',
  'preference_links',
  'authenticator_apps',
  'passkeys',
  'recovery_codes',
  'pending_logins',
  'passkey_challenges',
  'email_codes',
  'two_step_resets',
  'google_accounts',
  'google_challenges',
  'user_occupations',
  'registrations',
] as const

const forget = async (trx: Trx, { user_id, stand_in, now }: DepartingUser) => {
  for (const table of userTables) await trx.deleteFrom(table).where('user_id', '=', user_id).execute()
  await deleteUserIdempotencyKeys(trx, user_id)
  await expireExports(trx, user_id, now)
  const { avatar_public_id } = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('avatar_public_id')
    .executeTakeFirstOrThrow()
  if (avatar_public_id) await releaseImage(trx, avatar_public_id, now)
  await trx
    .updateTable('users')
    .set({
      email: stand_in,
      username: stand_in,
      first_name: 'Former',
      last_name: 'member',
      password_hash: null,
      avatar_url: null,
      avatar_public_id: null,
      company_url: null,
      theme: null,
      platform_roles: [platformRoles.customer],
      affiliations: [],
      verticals: [],
      time_zone: null,
      email_verified_at: null,
    })
    .where('id', '=', user_id)
    .execute()
}

export const accountsPart: PrivacyPart = { name: 'account', collect, forget }
