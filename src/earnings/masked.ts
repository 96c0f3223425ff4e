/** "ines@marlow.example" as it is shown once money went there: "i•••@marlow.example". Enough to know one's own again. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')
