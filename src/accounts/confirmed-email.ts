/** The text for a user who must confirm their email first. */
export const CONFIRM_FIRST = 'Confirm your email address first.'

export const formatConfirmFirst = (email: string): string => `${CONFIRM_FIRST} We sent a link to ${email}.`
