/** Secrets that the shop must read again, sealed so that the database alone does not give them away. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonce_bytes = 12
const tag_bytes = 16

/** A key of its own for each purpose, from the shop's one secret. */
const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

type Sealed = {
  /** `deps.secret`. */
  secret: string
  /** What is sealed: what one purpose sealed, no other opens. */
  purpose: string
  /** Whose it is: it does not open for anybody else. */
  owner: string
}

/** AES-256-GCM: nonce, tag, and the text. */
export const seal = ({ secret, purpose, owner }: Sealed, text: string): Buffer => {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The text; undefined when it was sealed for somebody else, with another secret, or changed since. */
export const unseal = ({ secret, purpose, owner }: Sealed, sealed: Uint8Array): string | undefined => {
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
