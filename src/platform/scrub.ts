/** What must not leave the shop with an error, an event or a log line, taken out of any text. */

/**
 * What `randomToken` and `randomKey` make, and the tokens of others: long runs of letters with digits, but no names of our
 * scripts. One token in 1,500 has no digit: a run as long as that, of large and small letters, is no name.
 */
const token =
  /(?<![\w-])(?:(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{22,}|(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{40,})(?![\w-]|\.(?:m?[jt]sx?|css))/g
const email = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi
/** Card and bank numbers: 12 to 19 digits, with blanks or dashes between. */
const card = /(?<!\w)\d(?:[ -]?\d){11,18}(?!\w)/g
const secret_value =
  /\b(password|secret|token|nonce|cvv|cvc|authorization|cookie|session|credential)(["']?\s*[:=]\s*["']?)[^\s"'&;,}]+/gi
const query = /(?<=^|[\s"'(])((?:https?:\/\/|\/)[^\s"'()?#]*)\?[^\s"'()]*/g

/** The text without tokens, e-mails, card numbers, and the queries of addresses. */
export const scrub = (text: string): string =>
  text.replace(query, '$1').replace(secret_value, '$1$2…').replace(email, '…@…').replace(card, '…').replace(token, '…')

/** Names of fields whose value is never passed on. */
const secret_name =
  /pass|secret|token|nonce|cvv|cvc|card|number|account|routing|iban|authorization|cookie|session|credential|e-?mail|phone|address|\bip$|_ip$|first_name|last_name|username/i

/** The same for anything that JSON can hold: texts are scrubbed, fields with secret names emptied. */
export const scrubAll = <T>(value: T): T => scrubbed(value) as T

const scrubbed = (value: unknown): unknown => {
  if (typeof value === 'string') return scrub(value)
  if (Array.isArray(value)) return value.map(scrubbed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secret_name.test(name) ? '…' : scrubbed(inner)]),
  )
}
