/** What else is meant by a word or phrase, as our editors keep it. */
import * as z from 'zod/mini'

import { MAX_SYNONYM_LENGTH, plain_words } from '#catalog/synonyms.ts'
import { endpoint } from '#platform/endpoint.ts'
import { PageNumber, Pagination } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

const Synonym = z.object({ said: z.string(), also: z.array(z.string()) })
export type Synonym = z.infer<typeof Synonym>

const Words = (label: string) =>
  requiredText(label, MAX_SYNONYM_LENGTH, `At most ${MAX_SYNONYM_LENGTH} characters.`).check(
    z.regex(plain_words, 'Letters, digits and blanks: nothing else means anything to the search.'),
  )

export const listSynonyms = endpoint('GET', '/admin/synonyms', {
  summary: 'Synonyms by a part of what is said or meant, in the order of the alphabet',
  who: 'editors',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    /** Only this word. */
    said: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(Synonym),
  meta: Pagination,
})

export const SynonymBody = z.object({
  said: Words('A word'),
  also: z
    .array(Words('A word'), 'Say what else is meant.')
    .check(z.minLength(1, 'Say what else is meant.'), z.maxLength(20, 'At most 20.')),
})

export const saveSynonym = endpoint('PUT', '/admin/synonyms', {
  summary: 'Make or change what else is meant by a word; searches from now on know',
  who: 'editors',
  body: SynonymBody,
  reply: Synonym,
})

export const dropSynonym = endpoint('POST', '/admin/synonym-removals', {
  summary: 'A word means itself alone again',
  who: 'editors',
  body: z.object({ said: Words('A word') }),
  reply: z.null(),
})
