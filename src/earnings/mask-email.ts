/** Masks an address: "ines@marlow.example" becomes "i•••@marlow.example", enough for its owner to recognize. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')
