/** The key that signs certificates: from the configuration, or created once in the data folder. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import path from 'node:path'

import type { Config } from '#platform/config.server.ts'
import { readOrCreateSecretFile } from '#platform/security/secret-file.server.ts'

const generateKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

type CertificateKeyConfig = Pick<Config, 'data_dir' | 'certificate_key'>
const keys = new Map<string, KeyObject>()

const loadKey = ({ data_dir, certificate_key }: CertificateKeyConfig): KeyObject => {
  const source = certificate_key ?? path.join(data_dir, 'certificate-key.pem')
  const cached = keys.get(source)
  if (cached) return cached
  const key = createPrivateKey(
    certificate_key
      ? { key: Buffer.from(certificate_key, 'base64'), type: 'pkcs8', format: 'der' }
      : readOrCreateSecretFile(data_dir, 'certificate-key.pem', generateKey),
  )
  keys.set(source, key)
  return key
}

/** Returns the public key as PEM. */
export const getPublicKey = (config: CertificateKeyConfig): string =>
  createPublicKey(loadKey(config)).export({ type: 'spki', format: 'pem' }).toString()

/** Identifies a key: the first 16 hex digits of the public key's SHA-256. */
export const getKeyId = (config: CertificateKeyConfig): string =>
  createHash('sha256')
    .update(createPublicKey(loadKey(config)).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

/** Returns the signature as base64url. */
export const signText = (config: CertificateKeyConfig, text: string): string =>
  sign(null, Buffer.from(text), loadKey(config)).toString('base64url')
