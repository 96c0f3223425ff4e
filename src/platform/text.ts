/** Text that people type: trimmed, without control characters, with a sentence when it is missing or too long. */
import * as z from 'zod/mini'

/** Everything that cannot be seen but can break things: a NUL stops a database, a line feed forges a mail header. */
const controls = /\s*\p{Cc}+\s*/gu
const withoutControls = (text: string) => text.replace(controls, ' ')

/** "City is required" when it is empty. At most `max` characters. */
export const requiredText = (label: string, max = 255, too_long = `${label} is too long`) =>
  z
    .string(`${label} is required`)
    .check(z.overwrite(withoutControls), z.trim(), z.minLength(1, `${label} is required`), z.maxLength(max, too_long))

/** May be left out: then it is ''. */
export const optionalText = (label: string, max = 255) =>
  z._default(
    z
      .string(`${label} must be text`)
      .check(z.overwrite(withoutControls), z.trim(), z.maxLength(max, `${label} is too long`)),
    '',
  )
