/**
 * Authenticated encryption of secrets that the shop must read again, so that the database alone does not reveal them.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { Secrets } from './secrets.server.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a key per purpose from the shop's secret. */
const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

type SealOptions = {
  /** The shop's secrets (`deps.secret`). */
  secret: Secrets
  /** What the sealed text is for. A text opens only with the same purpose. */
  purpose: string
  /** Whose text it is. A text opens only with the same owner. */
  owner: string
}

/** Encrypts a text with AES-256-GCM. Returns nonce, tag and ciphertext. */
export const seal = ({ secret, purpose, owner }: SealOptions, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret[0], purpose), nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts a text. Returns undefined when it was sealed for another owner or with a lost secret, or was modified. */
export const unseal = ({ secret, ...options }: SealOptions, sealed: Uint8Array): string | undefined => {
  for (const candidate of secret) {
    const text = unsealWith(candidate, options, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

/** Seals a text again with the current secret. Returns undefined when that is not needed or not possible. */
export const reseal = ({ secret, ...options }: SealOptions, sealed: Uint8Array): Buffer | undefined => {
  if (unsealWith(secret[0], options, sealed) !== undefined) return undefined
  const text = unseal({ secret, ...options }, sealed)
  return text === undefined ? undefined : seal({ secret, ...options }, text)
}

const unsealWith = (secret: string, { purpose, owner }: Omit<SealOptions, 'secret'>, sealed: Uint8Array) => {
  const bytes = Buffer.from(sealed)
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
