/** The key that certificates are signed with: from the configuration, or made once in the data folder. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import path from 'node:path'

import type { Config } from '#platform/config.server.ts'
import { keptFile } from '#platform/kept.server.ts'

const made = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

type Around = Pick<Config, 'data_dir' | 'certificate_key'>
const keys = new Map<string, KeyObject>()

const keyOf = ({ data_dir, certificate_key }: Around): KeyObject => {
  const place = certificate_key ?? path.join(data_dir, 'certificate-key.pem')
  const known = keys.get(place)
  if (known) return known
  const key = createPrivateKey(
    certificate_key
      ? { key: Buffer.from(certificate_key, 'base64'), type: 'pkcs8', format: 'der' }
      : keptFile(data_dir, 'certificate-key.pem', made),
  )
  keys.set(place, key)
  return key
}

/** For whoever checks: PEM, as OpenSSL and Node read it. */
export const publicKey = (around: Around): string =>
  createPublicKey(keyOf(around)).export({ type: 'spki', format: 'pem' }).toString()

/** Tells keys apart: the first 16 hex digits of the public key's SHA-256. */
export const keyId = (around: Around): string =>
  createHash('sha256')
    .update(createPublicKey(keyOf(around)).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

/** base64url */
export const signText = (around: Around, text: string): string =>
  sign(null, Buffer.from(text), keyOf(around)).toString('base64url')
