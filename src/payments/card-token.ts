/** Our names for cards in the gateway's vault. */

const once = 'once-'

/**
 * The name of the card that one attempt is paid with. It says what the card is there for, so that whoever finds the charge
 * later knows it too: to be kept for next time, or only until this attempt has ended. At most 36 letters, digits, - and _.
 */
export const tokenFor = (attempt_name: string, { is_kept }: { is_kept: boolean }): string =>
  `${is_kept ? 'keep-' : once}${attempt_name}`

export const isForOnce = (token: string): boolean => token.startsWith(once)

/** The name of the attempt that something came into the vault with; for what was kept without one, of none that there is. */
export const attemptNamed = (token: string): string => token.replace(/^(keep|once)-/, '')
