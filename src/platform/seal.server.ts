/** Secrets that the shop must read again, sealed so that the database alone does not give them away. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { Secrets } from './secrets.server.ts'

const nonce_bytes = 12
const tag_bytes = 16

/** A key of its own for each purpose, from the shop's one secret. */
const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

type Sealed = {
  /** `deps.secret`. */
  secret: Secrets
  /** What is sealed: what one purpose sealed, no other opens. */
  purpose: string
  /** Whose it is: it does not open for anybody else. */
  owner: string
}

/** AES-256-GCM: nonce, tag, and the text. */
export const seal = ({ secret, purpose, owner }: Sealed, text: string): Buffer => {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret[0], purpose), nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The text; undefined when it was sealed for somebody else, with a secret that is gone, or changed since. */
export const unseal = ({ secret, ...sealing }: Sealed, sealed: Uint8Array): string | undefined => {
  for (const one of secret) {
    const text = unsealWith(one, sealing, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

/** The same text, sealed with the current secret; undefined when it is so already, or when nobody can open it. */
export const reseal = ({ secret, ...sealing }: Sealed, sealed: Uint8Array): Buffer | undefined => {
  if (unsealWith(secret[0], sealing, sealed) !== undefined) return undefined
  const text = unseal({ secret, ...sealing }, sealed)
  return text === undefined ? undefined : seal({ secret, ...sealing }, text)
}

const unsealWith = (secret: string, { purpose, owner }: Omit<Sealed, 'secret'>, sealed: Uint8Array) => {
  const bytes = Buffer.from(sealed)
  if (bytes.length < nonce_bytes + tag_bytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, nonce_bytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonce_bytes + tag_bytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
