/** The placeholder that replaces the email of a deleted account. No mail reaches a domain under `.invalid`. */
const PLACEHOLDER_PREFIX = 'deleted-'
const PLACEHOLDER_DOMAIN = '@account.invalid'

/** `key` must be random, so that nobody can have registered the email. */
export const createPlaceholderEmail = (key: string): string => PLACEHOLDER_PREFIX + key + PLACEHOLDER_DOMAIN

/** Whether an email belongs to a deleted account. */
export const isPlaceholderEmail = (email: string): boolean =>
  email.startsWith(PLACEHOLDER_PREFIX) && email.endsWith(PLACEHOLDER_DOMAIN)
