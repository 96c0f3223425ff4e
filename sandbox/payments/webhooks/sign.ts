/** Webhook signatures, which the official server SDK verifies. */
import { createHash, createHmac } from 'node:crypto'

import type { Merchant } from '../gateway.ts'

/** Signs a payload or a challenge: `public_key|hex(HMAC-SHA1)`, keyed by the SHA-1 of the private key. */
export function sign({ public_key, private_key }: Merchant, text: string): string {
  const key = createHash('sha1').update(private_key).digest()
  return `${public_key}|${createHmac('sha1', key).update(text).digest('hex')}`
}
