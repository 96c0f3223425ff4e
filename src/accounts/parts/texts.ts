/** When the server says nothing that helps. */
export const auth_fallback = 'An error has occurred. Please try again later.'
