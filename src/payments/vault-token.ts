/** Our tokens for cards in the gateway’s vault. */

const ONE_TIME_PREFIX = 'once-'

/**
 * Returns the token of the card for one attempt. It contains whether the card is saved or only used once, so that a
 * later lookup of the charge knows it too. At most 36 letters, digits, - and _.
 */
export const vaultTokenFor = (attempt_name: string, { is_saved }: { is_saved: boolean }): string =>
  `${is_saved ? 'keep-' : ONE_TIME_PREFIX}${attempt_name}`

export const isOneTimeToken = (token: string): boolean => token.startsWith(ONE_TIME_PREFIX)

/** Returns the name of the attempt that stored the token; no attempt matches when it was saved without one. */
export const attemptNameOf = (token: string): string => token.replace(/^(keep|once)-/, '')
