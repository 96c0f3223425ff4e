/** The keys of the identity provider, and the ID tokens that it signs with them. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'

import { subjectOf, type Person } from './people.ts'

const alg = 'RS256'
const lifetime_seconds = 3_600

/** Kept in the folder, if there is one, so that a restart does not make strangers of everybody. */
const keyOf = async (data_dir: string | undefined): Promise<JWK> => {
  const file = data_dir && path.join(data_dir, 'identity-key.json')
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as JWK
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const made = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg, use: 'sig' }
  if (file) writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

export type Claims = Record<string, unknown>
export type Signer = Awaited<ReturnType<typeof openSigner>>

export const openSigner = async (data_dir?: string) => {
  const secret = await keyOf(data_dir)
  const { kid = '', kty, n, e, use } = secret
  const shown = { kty, n, e, kid, alg, use } as JWK
  const publicKey = (await importJWK(shown, alg)) as CryptoKey
  const privateKey = await importJWK(secret, alg)
  return {
    /** As Google publishes its keys: a JWKS, and PEM by key id. */
    jwks: { keys: [shown] },
    pem: { [kid]: await exportSPKI(publicKey) },
    /** Signs whatever it is given: tests ask for tokens that no provider would issue. */
    sign: (claims: Claims) => new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
  }
}

type Asked = { issuer: string; client_id: string; nonce?: string | undefined }

/** What an ID token says of somebody: Google's own claims. */
export const claimsOf = (person: Person, { issuer, client_id, nonce }: Asked): Claims => {
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
