/** The identity provider's signing keys and ID tokens. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'

import { subjectOf, type Person } from './people.ts'

const alg = 'RS256'
const lifetime_seconds = 3_600

/** Stored in the data folder, if there is one, so that tokens stay valid across restarts. */
const loadKey = async (data_dir: string | undefined): Promise<JWK> => {
  const file = data_dir && path.join(data_dir, 'identity-key.json')
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as JWK
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg, use: 'sig' }
  if (file) writeFileSync(file, JSON.stringify(jwk), { mode: 0o600 })
  return jwk
}

export type Claims = Record<string, unknown>
export type Signer = Awaited<ReturnType<typeof openSigner>>

export const openSigner = async (data_dir?: string) => {
  const secret = await loadKey(data_dir)
  const { kid = '', kty, n, e, use } = secret
  const publicJwk = { kty, n, e, kid, alg, use } as JWK
  const publicKey = (await importJWK(publicJwk, alg)) as CryptoKey
  const privateKey = await importJWK(secret, alg)
  return {
    /** The keys in both formats that Google publishes: a JWKS, and PEM by key id. */
    jwks: { keys: [publicJwk] },
    pem: { [kid]: await exportSPKI(publicKey) },
    /** Signs any claims: tests need tokens that no provider would issue. */
    sign: (claims: Claims) => new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
  }
}

type IdTokenRequest = { issuer: string; client_id: string; nonce?: string | undefined }

/** The claims of an ID token for a person, named as Google names them. */
export const claimsOf = (person: Person, { issuer, client_id, nonce }: IdTokenRequest): Claims => {
  const now = Math.floor(Date.now() / 1_000)
  return {
    iss: issuer,
    aud: client_id,
    azp: client_id,
    sub: subjectOf(person.email),
    ...person,
    name: `${person.given_name} ${person.family_name}`.trim(),
    ...(nonce && { nonce }),
    iat: now,
    exp: now + lifetime_seconds,
    jti: randomUUID(),
  }
}
