/** What stands in the place of an email whose account is deleted: no mail reaches a name under `.invalid`. */
const prefix = 'deleted-'
const domain = '@account.invalid'

/** `key` is by chance, so that nobody can have registered it. */
export const standIn = (key: string): string => prefix + key + domain

/** Nobody reads mail to this email any more. */
export const isStandIn = (email: string): boolean => email.startsWith(prefix) && email.endsWith(domain)
