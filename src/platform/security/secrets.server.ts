/** The shop's secrets. The current one signs and seals; the previous ones still verify and open. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** SECRET_KEY, then SECRET_KEY_PREVIOUS while it is being rotated out. */
export type Secrets = readonly [current: string, ...previous: string[]]

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/**
 * Returns an HMAC-SHA-256 in base64url. `text` must include its purpose, so that a signature is valid for one purpose
 * only.
 */
export const sign = ([current]: Secrets, text: string): string => hmac(current, text)

/** Returns the signature by each of the secrets, the current one first. */
export const signWithEach = (secrets: Secrets, text: string): string[] => secrets.map(secret => hmac(secret, text))

/** Returns whether one of the secrets created the signature. Compares in constant time. */
export const isValidSignature = (secrets: Secrets, text: string, signature: string): boolean =>
  signWithEach(secrets, text).some(expected => isEqual(Buffer.from(expected), Buffer.from(signature)))

const isEqual = (expected: Buffer, actual: Buffer) =>
  expected.length === actual.length && timingSafeEqual(expected, actual)
