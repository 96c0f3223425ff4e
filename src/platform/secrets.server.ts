/** The shop's secrets: the current one signs and seals, those from before still verify and open. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** SECRET_KEY, then SECRET_KEY_PREVIOUS while it is on its way out. */
export type Secrets = readonly [current: string, ...previous: string[]]

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** HMAC-SHA-256 in base64url. `text` says what it is for, so that nothing signed for one purpose serves another. */
export const sign = ([current]: Secrets, text: string): string => hmac(current, text)

/** What each of the secrets would sign a text with, the current one first. */
export const signatures = (secrets: Secrets, text: string): string[] => secrets.map(secret => hmac(secret, text))

/** Whether one of the secrets signed the text so, letter by letter. */
export const isSigned = (secrets: Secrets, text: string, signature: string): boolean =>
  signatures(secrets, text).some(right => isSame(Buffer.from(right), Buffer.from(signature)))

const isSame = (right: Buffer, given: Buffer) => right.length === given.length && timingSafeEqual(right, given)
