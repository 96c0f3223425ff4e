/** Coming in with a Google account: what it needs before there is a session. */
import type { Trx } from '#platform/database.server.ts'
import { useOnce } from '#platform/once.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { ArrivalStep } from '../arrival.ts'
import type { CameFromGiven } from '../came-from.ts'
import { holdPassword } from '../own/password.server.ts'
import { registerUser } from '../register.server.ts'
import { endChallenge, makeChallenge } from './challenges.server.ts'
import type { GooglePerson } from './credential.server.ts'
import { accountWith, holdSubject, link, linkToExisting, otherLink, ownerOf } from './links.server.ts'

/**
 * A credential is shown once; whoever copies it comes too late. What Google signed counts, not how its signature is spelled:
 * its last letter has bits that no reader looks at. Throws 422.
 */
export const useCredential = async (trx: Trx, credential: string, { expires_at }: GooglePerson): Promise<void> => {
  const signed = credential.split('.').slice(0, 2).join('.')
  if (!(await useOnce(trx, signed, expires_at)))
    throw refuse.fields({ google_credential: ['This sign-in was used already. Please continue with Google again.'] })
}

type Coming = {
  steps: readonly ArrivalStep[]
  cart_hash: string | null
  invite_token: string | null
  came_from: CameFromGiven
  now: Date
}

/**
 * Who comes in, or the challenge that asks for their password. Google's word for an email alone does not open an account
 * that has a password: its owner gives it once. Without one, whoever reads the email's mail could set one anyway. Where
 * nobody ever confirmed the email, Google's word is the first proof of it, and what was set up before ends, the password too.
 * Throws 409 when another Google account opens theirs.
 */
export const arriveByGoogle = async (
  trx: Trx,
  person: GooglePerson,
  coming: Coming,
): Promise<{ user_id: number; is_new: boolean } | { challenge_token: string; email: string }> => {
  const { subject, email, first_name, last_name } = person
  const { now } = coming
  await holdSubject(trx, subject)
  const owner = await ownerOf(trx, subject)
  if (owner !== undefined) return { user_id: owner, is_new: false }
  const account = await accountWith(trx, email)
  if (!account) {
    const { came_from } = coming
    const somebody = { email, password_hash: null, first_name, last_name, came_from }
    const user_id = await registerUser(trx, somebody, coming)
    await link(trx, { user_id, person, now })
    return { user_id, is_new: true }
  }
  const { user_id, has_password, is_verified, has_other_link } = account
  if (has_other_link) throw otherLink()
  if (has_password && is_verified)
    return { challenge_token: await makeChallenge(trx, { user_id, subject, now }), email }
  await linkToExisting(trx, { user_id, person, now })
  return { user_id, is_new: false }
}

type Confirmed = { challenge_token: string; user_id: number; subject: string; seen: string; now: Date }

/** The password was right: the challenge is used up, and the two are connected. Throws 409 and 410 when something changed meanwhile. */
export const connectByPassword = async (
  trx: Trx,
  { challenge_token, user_id, subject, seen, now }: Confirmed,
): Promise<void> => {
  await holdSubject(trx, subject)
  await holdPassword(trx, user_id, seen)
  await endChallenge(trx, challenge_token, now)
  await linkToExisting(trx, { user_id, person: { subject }, now })
}
