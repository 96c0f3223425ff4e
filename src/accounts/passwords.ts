/** What a new password must have: the same rule in the form and at the API's door. */
import * as z from 'zod/mini'

const at_most = 256

export const NewPassword = z
  .string('Password is required.')
  .check(
    z.minLength(8, 'The password must have at least 8 characters.'),
    z.maxLength(at_most, `The password must have at most ${at_most} characters.`),
    z.regex(/\p{Lu}/u, 'The password must contain at least one uppercase letter.'),
    z.regex(/\p{Ll}/u, 'The password must contain at least one lowercase letter.'),
    z.regex(/\p{Nd}/u, 'The password must contain at least one number.'),
  )

/** A password that exists already: whatever it was made of. */
export const Password = z
  .string('Password is required.')
  .check(
    z.minLength(1, 'Password is required.'),
    z.maxLength(at_most, `The password must have at most ${at_most} characters.`),
  )
