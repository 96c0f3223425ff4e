/** Removal of secrets and personal data from text that leaves the shop in an error, an event or a log line. */

/**
 * Tokens of `randomToken`, `randomKey` and others: long runs of letters with digits, but no names of our scripts. One
 * token in 1,500 has no digit, but no name has such a long run of mixed-case letters.
 */
const TOKEN_PATTERN =
  /(?<![\w-])(?:(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{22,}|(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{40,})(?![\w-]|\.(?:m?[jt]sx?|css))/g
const EMAIL_PATTERN = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi
/** Card and bank account numbers: 12 to 19 digits, optionally with spaces or dashes. */
const CARD_PATTERN = /(?<!\w)\d(?:[ -]?\d){11,18}(?!\w)/g
const SECRET_VALUE_PATTERN =
  /\b(password|secret|token|nonce|cvv|cvc|authorization|cookie|session|credential)(["']?\s*[:=]\s*["']?)[^\s"'&;,}]+/gi
const QUERY_PATTERN = /(?<=^|[\s"'(])((?:https?:\/\/|\/)[^\s"'()?#]*)\?[^\s"'()]*/g

/** Returns the text without tokens, emails, card numbers and URL queries. */
export const scrub = (text: string): string =>
  text
    .replace(QUERY_PATTERN, '$1')
    .replace(SECRET_VALUE_PATTERN, '$1$2…')
    .replace(EMAIL_PATTERN, '…@…')
    .replace(CARD_PATTERN, '…')
    .replace(TOKEN_PATTERN, '…')

/** The names of fields whose values are always removed. */
const SECRET_NAME_PATTERN =
  /pass|secret|token|nonce|cvv|cvc|card|number|account|routing|iban|authorization|cookie|session|credential|e-?mail|phone|address|\bip$|_ip$|first_name|last_name|username/i

/** Scrubs the texts of any JSON value and empties its fields with secret names. */
export const scrubAll = <T>(value: T): T => scrubValue(value) as T

const scrubValue = (value: unknown): unknown => {
  if (typeof value === 'string') return scrub(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET_NAME_PATTERN.test(name) ? '…' : scrubValue(inner)]),
  )
}
