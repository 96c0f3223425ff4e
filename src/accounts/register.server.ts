import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomKey } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { toSlug } from '#platform/slug.ts'

import type { RegistrationPreference } from './preferences.ts'
import { saveRegistrationSource, type RegistrationSource } from './registration-source.server.ts'
import type { SignInHook } from './sign-in-hook.ts'
import { addPreferences } from './users.server.ts'

export type NewUser = {
  email: string
  /** From `hashNewPassword`, computed before the transaction; null for a user without a password. */
  password_hash: string | null
  email_verified_at?: Date
  first_name?: string
  last_name?: string
  platform_roles?: number[]
  has_completed_onboarding?: boolean
  preferences?: readonly RegistrationPreference[]
  source?: RegistrationSource
}

type RegisterUserInput = {
  hooks: readonly SignInHook[]
  cart_hash: string | null
  invite_token?: string | null
  /** Sends no mail, for accounts that a command imports. */
  is_silent?: boolean
  now: Date
}

export const emailInUse = () =>
  refuse.fields({ email: ['An account with this email already exists. Please log in instead.'] })

/** Returns a unique username: the part of the email before the @ plus a random suffix. */
const createUsername = (email: string) => `${toSlug(email.split('@')[0] ?? '').slice(0, 40)}-${randomKey().slice(0, 8)}`

/** Creates an account and everything that belongs to it. Returns its id. Throws 422 when the email is in use. */
export const registerUser = async (
  trx: Trx,
  { preferences = [], source: registrationSource, ...person }: NewUser,
  { hooks, cart_hash, invite_token = null, is_silent = false, now }: RegisterUserInput,
): Promise<number> => {
  const user = await trx
    .insertInto('users')
    .values({
      ...person,
      username: createUsername(person.email),
      time_zone: registrationSource?.time_zone ?? null,
      created_at: now,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) throw emailInUse()
  await addPreferences(trx, user.id, preferences)
  if (registrationSource) {
    const method = person.password_hash === null ? 'google' : 'password'
    await saveRegistrationSource(trx, { user_id: user.id, method, source: registrationSource, now })
  }
  for (const hook of hooks) await hook(trx, { user_id: user.id, is_new: true, cart_hash, invite_token, now })
  if (!is_silent) await recordEvent(trx, 'user.registered', { user_id: user.id })
  return user.id
}
