/** Shown when the server's error has no text for the user. */
export const AUTH_FALLBACK = 'An error has occurred. Please try again later.'
