import type { Trx } from '#platform/database.server.ts'
import { randomKey } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { slugOf } from '#platform/slug.ts'

import type { ArrivalStep } from './arrival.ts'
import { keepCameFrom, type CameFromGiven } from './came-from.server.ts'
import type { RegistrationPreference } from './preferences.ts'
import { addPreferences } from './users.server.ts'

export type NewUser = {
  email: string
  /** From `hashPassword`, made before the transaction; null for whoever comes in another way. */
  password_hash: string | null
  email_verified_at?: Date
  first_name?: string
  last_name?: string
  platform_roles?: number[]
  has_completed_onboarding?: boolean
  preferences?: readonly RegistrationPreference[]
  came_from?: CameFromGiven
}

type Coming = {
  steps: readonly ArrivalStep[]
  cart_hash: string | null
  invite_token?: string | null
  now: Date
}

export const knownEmail = () =>
  refuse.fields({ email: ['An account with this email already exists. Please log in instead.'] })

/** A name that is nobody else's: the part before the @, and chance. */
const usernameOf = (email: string) => `${slugOf(email.split('@')[0] ?? '').slice(0, 40)}-${randomKey().slice(0, 8)}`

/** Makes an account and all that comes with it; answers its id. Throws 422 when the e-mail has one already. */
export const registerUser = async (
  trx: Trx,
  { preferences = [], came_from, ...person }: NewUser,
  { steps, cart_hash, invite_token = null, now }: Coming,
): Promise<number> => {
  const made = await trx
    .insertInto('users')
    .values({
      ...person,
      username: usernameOf(person.email),
      time_zone: came_from?.time_zone ?? null,
      created_at: now,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw knownEmail()
  await addPreferences(trx, made.id, preferences)
  if (came_from) {
    const method = person.password_hash === null ? 'google' : 'password'
    await keepCameFrom(trx, { user_id: made.id, method, from: came_from, now })
  }
  for (const step of steps) await step(trx, { user_id: made.id, is_new: true, cart_hash, invite_token, now })
  await record(trx, 'user.registered', { user_id: made.id })
  return made.id
}
