/** Rules for profile fields, shared by the forms and the API. */
import * as z from 'zod/mini'

import { nameText } from '#platform/text.ts'

export const FirstName = nameText('First name')
export const LastName = nameText('Last name')

/**
 * Accepts an empty string or a domain with an optional path, such as northlight.example or
 * https://www.northlight.example/films.
 */
const URL_PATTERN =
  /^(?:(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{1,61}(?:[/?#][^\s\p{Cc}]*)?)?$/iu

/** A company's website; null when there is none. */
export const CompanyUrl = z.pipe(
  z._default(
    z.nullable(
      z.string('Invalid URL').check(z.trim(), z.maxLength(255, 'Invalid URL'), z.regex(URL_PATTERN, 'Invalid URL')),
    ),
    null,
  ),
  z.transform(text => text || null),
)
