/** Reads Google's ID tokens by Google's own library: signature, audience, issuer and age. */
import type { OAuth2Client, TokenPayload } from 'google-auth-library'

import type { Config, Google } from '#platform/config.server.ts'
import { refuse } from '#platform/refusal.ts'
import { hasWebAddress, readName } from '#platform/text.ts'

export type GooglePerson = {
  /** Google's own name for somebody; it stays when their email changes. */
  subject: string
  email: string
  first_name: string
  last_name: string
  /** When the credential is too old by itself. */
  expires_at: Date
}

const patience_ms = 5_000

/** The same verifier for both; the sandbox publishes its keys where Google has them, under its own name. */
const openClient = async ({ client_id, sandbox_url }: Google): Promise<OAuth2Client> => {
  const library = await import('google-auth-library')
  return new library.OAuth2Client({
    client_id,
    transporterOptions: { timeout: patience_ms },
    ...(sandbox_url && {
      issuers: [sandbox_url],
      endpoints: { oauth2FederatedSignonPemCertsUrl: `${sandbox_url}/oauth2/v1/certs` },
    }),
  })
}

const refused = (text: string) => refuse.fields({ google_credential: [text] })
const refused_text = 'Google did not confirm this sign-in. Please try again.'

/** `nonces`: the credential must carry one of them. Throws 422 beside `google_credential`, 503 when the keys cannot be had, 404 where Google sign-in is not offered. */
export const credentialReader = ({ google }: Pick<Config, 'google'>) => {
  let opened: Promise<OAuth2Client> | undefined
  return async (credential: string, nonces: readonly string[]): Promise<GooglePerson> => {
    if (!google) throw refuse.missing('way to sign in')
    const client = await (opened ??= openClient(google))
    // What the library says of a token names all of it: none of that goes any further.
    const keys = await client.getFederatedSignonCertsAsync().catch(() => {
      throw refuse(503, 'Google cannot be reached. Please try again in a moment, or log in with your password.')
    })
    const issuers = google.sandbox_url ? [google.sandbox_url] : ['accounts.google.com', 'https://accounts.google.com']
    const ticket = await client
      .verifySignedJwtWithCertsAsync(credential, keys.certs, google.client_id, issuers)
      .catch(() => {
        throw refused(refused_text)
      })
    const claims: Partial<TokenPayload> = ticket.getPayload() ?? {}
    const { sub, email, email_verified, given_name = '', family_name = '', exp, nonce } = claims
    if (!sub || !email || !exp || nonce === undefined || !nonces.includes(nonce)) throw refused(refused_text)
    if (email_verified !== true)
      throw refused('Google has not confirmed the email of this account. Please register with email and password.')
    const [first_name = '', last_name = ''] = [given_name, family_name].map(nameByGoogle)
    return { subject: sub, email, first_name, last_name, expires_at: new Date(exp * 1_000) }
  }
}

/** Nobody typed it here, so a web address in it is left out, not refused. */
const nameByGoogle = (text: string) => {
  const name = readName(text).slice(0, 255)
  return hasWebAddress(name) ? '' : name
}
