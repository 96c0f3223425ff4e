/** Endpoints of Google sign-in: signing in with Google, and linking Google to an existing account. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

import { GuestCart, InviteToken, SignInResult } from '../contract.ts'
import { Password } from '../passwords.ts'
import { RegistrationSourceFields } from '../registration-source.ts'

const MISSING_CREDENTIAL_TEXT = 'Google has not said who you are. Please try again.'
/** An ID token from Google's button. */
const Credential = z
  .string(MISSING_CREDENTIAL_TEXT)
  .check(z.minLength(1, MISSING_CREDENTIAL_TEXT), z.maxLength(8_000, MISSING_CREDENTIAL_TEXT))
const CredentialBody = z.object({ google_credential: Credential })

const GoogleLinkStatus = z.object({ has_google_account_linked: z.boolean() })

/** The email has an account with a password. Its owner must enter the password once to link Google. */
const PasswordConfirmation = z.object({
  password_confirmation: z.object({ challenge_token: z.string(), email: z.string() }),
})

export const getGoogleAccount = endpoint('GET', '/auth/google/account', {
  summary: 'Get whether a Google account is linked to this account',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: GoogleLinkStatus,
})

export const getGoogleNonce = endpoint('GET', '/auth/google/nonce', {
  summary: 'Get the nonce for Google credentials of this browser, bound to it by a cookie',
  who: 'anyone',
  before_opening: 'allowed',
  per_minute: 120,
  reply: z.object({ nonce: z.string() }),
  refusals: [404],
})

export const googleCallback = endpoint('POST', '/auth/google/auth/callback', {
  summary: 'Sign in with a Google account: log in, register, or request the password of the account with its email',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  body: z.extend(CredentialBody, { cart_hash: GuestCart, invite_token: InviteToken, ...RegistrationSourceFields }),
  reply: z.union([SignInResult, PasswordConfirmation]),
  meta: z.object({ is_new: z.boolean() }),
  refusals: [404],
})

const CHALLENGE_OVER_TEXT = 'This took too long. Please continue with Google again.'
const ChallengeToken = z
  .string(CHALLENGE_OVER_TEXT)
  .check(z.minLength(1, CHALLENGE_OVER_TEXT), z.maxLength(200, CHALLENGE_OVER_TEXT))

export const confirmGooglePassword = endpoint('POST', '/auth/google/auth/password-confirmation', {
  summary: 'Confirm the password for a sign-in with Google: link the accounts and log in; a challenge works once',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  body: z.object({ challenge_token: ChallengeToken, password: Password, cart_hash: GuestCart }),
  reply: SignInResult,
  refusals: [404, 410],
})

export const connectGoogle = endpoint('POST', '/auth/google/connect/callback', {
  summary: 'Connect the Google account with the same email',
  who: 'signed_in',
  logs_success: 'google_connected',
  per_minute: 20,
  body: CredentialBody,
  reply: GoogleLinkStatus,
  refusals: [404],
})

export const disconnectGoogle = endpoint('DELETE', '/auth/google/disconnect', {
  summary: 'Disconnect the Google account; the account must have a password',
  who: 'signed_in',
  logs_success: 'google_disconnected',
  per_minute: 20,
  reply: GoogleLinkStatus,
})
