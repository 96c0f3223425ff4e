/** Schemas for user input: trimmed, without invisible characters, and with a message when it is missing or too long. */
import * as z from 'zod/mini'

/** Control characters: a NUL breaks the database, and a line feed could forge an email header. */
const CONTROL_CHARACTERS = /\s*\p{Cc}+\s*/gu
/** Characters that reverse the text direction or have no width, which can make a text look different than it is. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu
/** Joiners of letters and emoji. In a name they would only hide a web address. */
const JOINERS = /[\u200C\u200D]/gu

/** "worldwide" becomes "Worldwide". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const removeInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')
const toSingleLine = (text: string) => removeInvisible(text.replaceAll(CONTROL_CHARACTERS, ' '))

/** Anything that email clients turn into a link: a scheme, www., or a name with a top-level domain. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}/iu
export const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(text)

/** Cleans a name that another user or system provided. */
export const cleanName = (text: string): string => toSingleLine(text).replaceAll(JOINERS, '').trim()

/** A required single line of at most `max` characters. */
export const requiredText = (label: string, max = 255, too_long = `${label} is too long`) =>
  z
    .string(`${label} is required`)
    .check(z.overwrite(toSingleLine), z.trim(), z.minLength(1, `${label} is required`), z.maxLength(max, too_long))

/** A name that appears in emails to others: as `requiredText`, and without a web address. */
export const nameText = (label: string, max = 255, too_long = `${label} is too long`) =>
  z.string(`${label} is required`).check(
    z.overwrite(cleanName),
    z.minLength(1, `${label} is required`),
    z.maxLength(max, too_long),
    z.refine(text => !hasWebAddress(text), `${label} can’t contain a web address.`),
  )

/** An optional single line; '' when it is omitted. */
export const optionalText = (label: string, max = 255) =>
  z._default(
    z
      .string(`${label} must be text`)
      .check(z.overwrite(toSingleLine), z.trim(), z.maxLength(max, `${label} is too long`)),
    '',
  )

/** The body of staff actions that need a reason for the audit log. */
export const ReasonBody = z.object({ reason: requiredText('Reason', 500, 'The reason is too long.') })
