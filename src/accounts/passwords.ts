/** The rules for a new password, shared by the form and the API. */
import * as z from 'zod/mini'

const MAX_PASSWORD_LENGTH = 256

export const NewPassword = z
  .string('Password is required.')
  .check(
    z.minLength(8, 'The password must have at least 8 characters.'),
    z.maxLength(MAX_PASSWORD_LENGTH, `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`),
    z.regex(/\p{Lu}/u, 'The password must contain at least one uppercase letter.'),
    z.regex(/\p{Ll}/u, 'The password must contain at least one lowercase letter.'),
    z.regex(/\p{Nd}/u, 'The password must contain at least one number.'),
  )

/** An existing password. It may predate the rules. */
export const Password = z
  .string('Password is required.')
  .check(
    z.minLength(1, 'Password is required.'),
    z.maxLength(MAX_PASSWORD_LENGTH, `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`),
  )
