/** What somebody tells of themselves: the same rules in every form and at the API's door. */
import * as z from 'zod/mini'

import { nameText } from '#platform/text.ts'

export const FirstName = nameText('First name')
export const LastName = nameText('Last name')

/** Nothing, or a name with dots in it, such as northlight.example or https://www.northlight.example/films. */
const dotted =
  /^(?:(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{1,61}(?:[/?#][^\s\p{Cc}]*)?)?$/iu

/** The address of somebody's company; null when there is none. */
export const CompanyUrl = z.pipe(
  z._default(
    z.nullable(
      z.string('Invalid URL').check(z.trim(), z.maxLength(255, 'Invalid URL'), z.regex(dotted, 'Invalid URL')),
    ),
    null,
  ),
  z.transform(text => text || null),
)
