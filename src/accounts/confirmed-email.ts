/** What a person reads who has to confirm their email address before they can do something. */
export const confirm_first = 'Confirm your email address first.'

export const confirmFirstText = (email: string): string => `${confirm_first} We sent a link to ${email}.`
