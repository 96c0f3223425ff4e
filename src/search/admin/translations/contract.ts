/** API of the words of other languages, which editors manage. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

import { MAX_SYNONYM_LENGTH, SYNONYM_PATTERN } from '../../synonyms.ts'
import { languages } from '../../text/translate.ts'

const Word = (label: string) =>
  requiredText(label, MAX_SYNONYM_LENGTH, `At most ${MAX_SYNONYM_LENGTH} characters.`).check(
    z.regex(SYNONYM_PATTERN, 'Use only letters, digits and spaces.'),
  )
const LanguageCode = z.enum(languages, 'Choose one of the languages.')

/** A word or phrase of another language with its English. */
const Translation = z.object({ language: z.enum(languages), term: z.string(), english: z.string() })
export type Translation = z.infer<typeof Translation>

export const listTranslations = endpoint('GET', '/admin/translations', {
  summary: 'Search the words of other languages by a part of the word or its English, in alphabetical order',
  who: 'editors',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    language: z.optional(LanguageCode),
  }),
  reply: z.array(Translation),
  meta: Pagination,
})

export const saveTranslation = endpoint('PUT', '/admin/translations', {
  summary: 'Add the English of a word of another language; a word can have several; the next search uses it',
  who: 'editors',
  body: z.object({ language: LanguageCode, term: Word('The word'), english: Word('The English') }),
  reply: Translation,
})

export const deleteTranslation = endpoint('POST', '/admin/translation-removals', {
  summary: 'Delete the English of a word of another language',
  who: 'editors',
  body: z.object({ language: LanguageCode, term: Word('The word'), english: Word('The English') }),
  reply: z.null(),
})
