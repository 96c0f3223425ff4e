/** Signatures of webhooks, as the official server SDK checks them. */
import { createHash, createHmac } from 'node:crypto'

import type { Merchant } from '../gateway.ts'

/** `public_key|hex(HMAC-SHA1)`, keyed by the SHA-1 of the private key; of a payload or of a challenge. */
export function sign({ public_key, private_key }: Merchant, text: string): string {
  const key = createHash('sha1').update(private_key).digest()
  return `${public_key}|${createHmac('sha1', key).update(text).digest('hex')}`
}
