/** The doors of Google sign-in: coming in with it, and connecting it to an account that there is. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

import { CameFrom } from '../came-from.ts'
import { GuestCart, InviteToken, SignedIn } from '../contract.ts'
import { Password } from '../passwords.ts'

const missing_text = 'Google has not said who you are. Please try again.'
/** An ID token, as Google's button hands it to the page. */
const Credential = z.string(missing_text).check(z.minLength(1, missing_text), z.maxLength(8_000, missing_text))
const CredentialBody = z.object({ google_credential: Credential })

const Linked = z.object({ has_google_account_linked: z.boolean() })

/** The email has an account with a password, which its owner gives once before Google opens it. */
const PasswordWanted = z.object({
  password_confirmation: z.object({ challenge_token: z.string(), email: z.string() }),
})

export const getGoogleAccount = endpoint('GET', '/auth/google/account', {
  summary: 'Whether a Google account opens this account',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: Linked,
})

export const getGoogleNonce = endpoint('GET', '/auth/google/nonce', {
  summary: 'The nonce that a credential for this browser must carry; a cookie binds it to the browser',
  who: 'anyone',
  per_minute: 120,
  reply: z.object({ nonce: z.string() }),
})

export const googleCallback = endpoint('POST', '/auth/google/auth/callback', {
  summary: 'Come in with a Google account: logs in, registers, or asks for the password of the account with its email',
  who: 'anyone',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  body: z.extend(CredentialBody, { cart_hash: GuestCart, invite_token: InviteToken, ...CameFrom }),
  reply: z.union([SignedIn, PasswordWanted]),
  meta: z.object({ is_new: z.boolean() }),
})

const lost_text = 'This took too long. Please continue with Google again.'
const ChallengeToken = z.string(lost_text).check(z.minLength(1, lost_text), z.maxLength(200, lost_text))

export const confirmGooglePassword = endpoint('POST', '/auth/google/auth/password-confirmation', {
  summary:
    'Give the password that a sign-in with Google asked for: connects the two and logs in; a challenge works once',
  who: 'anyone',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  body: z.object({ challenge_token: ChallengeToken, password: Password, cart_hash: GuestCart }),
  reply: SignedIn,
})

export const connectGoogle = endpoint('POST', '/auth/google/connect/callback', {
  summary: 'Connect the Google account with the same email',
  who: 'signed_in',
  logs_success: 'google_connected',
  per_minute: 20,
  body: CredentialBody,
  reply: Linked,
})

export const disconnectGoogle = endpoint('DELETE', '/auth/google/disconnect', {
  summary: 'Google opens this account no longer; needs a password to come in with instead',
  who: 'signed_in',
  logs_success: 'google_disconnected',
  per_minute: 20,
  reply: Linked,
})
