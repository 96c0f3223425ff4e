/** Signing in with a Google account, up to the session. */
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { claimOnce } from '#platform/security/one-time-token.server.ts'

import { lockPassword } from '../own/password.server.ts'
import { registerUser } from '../register.server.ts'
import type { RegistrationSource } from '../registration-source.ts'
import type { SignInHook } from '../sign-in-hook.ts'
import { completeChallenge, createChallenge } from './challenges.server.ts'
import type { GoogleProfile } from './credential.server.ts'
import {
  lockAccountByEmail,
  lockSubject,
  linkGoogle,
  linkGoogleToExisting,
  otherGoogleLinked,
  findLinkedUser,
} from './links.server.ts'

/**
 * Accepts each credential once, so that a copy comes too late. Only the signed part counts: a signature can be encoded
 * in several ways. Throws 422.
 */
export const consumeCredential = async (trx: Trx, credential: string, { expires_at }: GoogleProfile): Promise<void> => {
  const signedPart = credential.split('.').slice(0, 2).join('.')
  if (!(await claimOnce(trx, signedPart, expires_at)))
    throw refuse.fields({ google_credential: ['This sign-in was used already. Please continue with Google again.'] })
}

type GoogleSignInInput = {
  hooks: readonly SignInHook[]
  cart_hash: string | null
  invite_token: string | null
  source: RegistrationSource
  /** The name of the shop. */
  shop: string
  now: Date
}

/**
 * Returns the user, or a challenge that requires the account's password. An email confirmed by Google does not open an
 * account with a password until its owner enters it once. Without a password, anyone who reads the mailbox could set
 * one anyway. If the email was never confirmed, Google's confirmation is the first one: everything set up before is
 * removed, including the password. Throws 409 when another Google account is linked.
 */
export const signInWithGoogle = async (
  trx: Trx,
  profile: GoogleProfile,
  input: GoogleSignInInput,
): Promise<{ user_id: number; is_new: boolean } | { challenge_token: string; email: string }> => {
  const { subject, email, first_name, last_name } = profile
  const { shop, now } = input
  await lockSubject(trx, subject)
  const linkedUserId = await findLinkedUser(trx, subject)
  if (linkedUserId !== undefined) return { user_id: linkedUserId, is_new: false }
  const account = await lockAccountByEmail(trx, email)
  if (!account) {
    const { source } = input
    const newUser = { email, password_hash: null, first_name, last_name, source }
    const user_id = await registerUser(trx, newUser, input)
    await linkGoogle(trx, { user_id, profile, shop, now })
    return { user_id, is_new: true }
  }
  const { user_id, has_password, is_verified, has_other_link } = account
  if (has_other_link) throw otherGoogleLinked(shop)
  if (has_password && is_verified)
    return { challenge_token: await createChallenge(trx, { user_id, subject, now }), email }
  await linkGoogleToExisting(trx, { user_id, profile, shop, now })
  return { user_id, is_new: false }
}

type ConfirmedChallenge = {
  challenge_token: string
  user_id: number
  subject: string
  verified_hash: string
  /** The name of the shop. */
  shop: string
  now: Date
}

/**
 * Links the accounts after the right password and completes the challenge. Throws 409 or 410 when something changed
 * meanwhile.
 */
export const linkWithPassword = async (
  trx: Trx,
  { challenge_token, user_id, subject, verified_hash, shop, now }: ConfirmedChallenge,
): Promise<void> => {
  await lockSubject(trx, subject)
  await lockPassword(trx, user_id, verified_hash)
  await completeChallenge(trx, challenge_token, now)
  await linkGoogleToExisting(trx, { user_id, profile: { subject }, shop, now })
}
