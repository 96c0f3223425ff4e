/** Verifies Google's ID tokens with Google's library: signature, audience, issuer and age. */
import type { OAuth2Client, TokenPayload } from 'google-auth-library'

import type { Config, GoogleConfig } from '#platform/config.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hasWebAddress, cleanName } from '#platform/text.ts'

export type GoogleProfile = {
  /** Google's id of the user. It stays when their email changes. */
  subject: string
  email: string
  first_name: string
  last_name: string
  /** When the credential expires. */
  expires_at: Date
}

const GOOGLE_TIMEOUT_MS = 5_000

/** Creates the verifier. The sandbox publishes its keys at the same path under its own origin. */
const createClient = async ({ client_id, sandbox_url }: GoogleConfig): Promise<OAuth2Client> => {
  const library = await import('google-auth-library')
  return new library.OAuth2Client({
    client_id,
    transporterOptions: { timeout: GOOGLE_TIMEOUT_MS },
    ...(sandbox_url && {
      issuers: [sandbox_url],
      endpoints: { oauth2FederatedSignonPemCertsUrl: `${sandbox_url}/oauth2/v1/certs` },
    }),
  })
}

const credentialRefused = (text: string) => refuse.fields({ google_credential: [text] })
const NOT_CONFIRMED_TEXT = 'Google did not confirm this sign-in. Please try again.'

/**
 * Returns a function that verifies a credential, which must contain one of the `nonces`. It throws 422 for
 * `google_credential`, 503 when Google's keys cannot be loaded, 404 where Google sign-in is disabled.
 */
export const createCredentialReader = ({ google }: Pick<Config, 'google'>) => {
  let clientPromise: Promise<OAuth2Client> | undefined
  return async (credential: string, nonces: readonly string[]): Promise<GoogleProfile> => {
    if (!google) throw refuse.missing('sign-in method')
    const client = await (clientPromise ??= createClient(google))
    // The library's errors contain the whole token, so they are dropped.
    const keys = await client.getFederatedSignonCertsAsync().catch(() => {
      throw refuse(503, 'Google cannot be reached. Please try again in a moment, or log in with your password.')
    })
    const issuers = google.sandbox_url ? [google.sandbox_url] : ['accounts.google.com', 'https://accounts.google.com']
    const ticket = await client
      .verifySignedJwtWithCertsAsync(credential, keys.certs, google.client_id, issuers)
      .catch(() => {
        throw credentialRefused(NOT_CONFIRMED_TEXT)
      })
    const claims: Partial<TokenPayload> = ticket.getPayload() ?? {}
    const { sub, email, email_verified, given_name = '', family_name = '', exp, nonce } = claims
    if (!sub || !email || !exp || nonce === undefined || !nonces.includes(nonce))
      throw credentialRefused(NOT_CONFIRMED_TEXT)
    if (email_verified !== true)
      throw credentialRefused(
        'Google has not confirmed the email of this account. Please register with email and password.',
      )
    const [first_name = '', last_name = ''] = [given_name, family_name].map(toName)
    return { subject: sub, email, first_name, last_name, expires_at: new Date(exp * 1_000) }
  }
}

/** Google's names are not typed by the user, so a web address in them is dropped instead of refused. */
const toName = (text: string) => {
  const name = cleanName(text).slice(0, 255)
  return hasWebAddress(name) ? '' : name
}
