/** Text that people type: trimmed, without characters that cannot be seen, with a sentence when it is missing or too long. */
import * as z from 'zod/mini'

/** Everything that cannot be seen but can break things: a NUL stops a database, a line feed forges a mail header. */
const controls = /\s*\p{Cc}+\s*/gu
/** Marks that turn the direction of text around, or have no width: with them a text reads otherwise than it is. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu
/** Letters and emoji are joined by these; in a name they would only hide a web address. */
const JOINERS = /[\u200C\u200D]/gu

export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')
const onOneLine = (text: string) => withoutInvisible(text.replaceAll(controls, ' '))

/** What mail programs make a link of: a scheme, www., or a dotted name with a top-level domain. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}/iu
export const hasWebAddress = (text: string): boolean => WEB_ADDRESS.test(text)

/** A name on one line, of somebody else's making. */
export const readName = (text: string): string => onOneLine(text).replaceAll(JOINERS, '').trim()

/** "City is required" when it is empty. At most `max` characters. */
export const requiredText = (label: string, max = 255, too_long = `${label} is too long`) =>
  z
    .string(`${label} is required`)
    .check(z.overwrite(onOneLine), z.trim(), z.minLength(1, `${label} is required`), z.maxLength(max, too_long))

/** A name that our mails carry to others: as `requiredText`, and without a web address. */
export const nameText = (label: string, max = 255, too_long = `${label} is too long`) =>
  z.string(`${label} is required`).check(
    z.overwrite(readName),
    z.minLength(1, `${label} is required`),
    z.maxLength(max, too_long),
    z.refine(text => !hasWebAddress(text), `${label} can’t contain a web address.`),
  )

/** May be left out: then it is ''. */
export const optionalText = (label: string, max = 255) =>
  z._default(
    z.string(`${label} must be text`).check(z.overwrite(onOneLine), z.trim(), z.maxLength(max, `${label} is too long`)),
    '',
  )
