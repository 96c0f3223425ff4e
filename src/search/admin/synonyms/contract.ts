/** API of the search's synonyms, which editors manage. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

import { MAX_SYNONYM_LENGTH, SYNONYM_PATTERN } from '../../synonyms.ts'

/** A concept is an idea that nobody tags, such as "hope": its alternatives are what shows it. */
export const synonymKinds = ['synonym', 'concept'] as const
export type SynonymKind = (typeof synonymKinds)[number]

const Synonym = z.object({ term: z.string(), alternatives: z.array(z.string()), kind: z.enum(synonymKinds) })
export type Synonym = z.infer<typeof Synonym>

const SynonymText = (label: string) =>
  requiredText(label, MAX_SYNONYM_LENGTH, `At most ${MAX_SYNONYM_LENGTH} characters.`).check(
    z.regex(SYNONYM_PATTERN, 'Use only letters, digits and spaces.'),
  )

export const listSynonyms = endpoint('GET', '/admin/synonyms', {
  summary: 'Search synonyms by a part of the term or its synonyms, in alphabetical order',
  who: 'editors',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    kind: z.optional(z.enum(synonymKinds)),
    /** Only this term. */
    term: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(Synonym),
  meta: Pagination,
})

export const SynonymBody = z.object({
  term: SynonymText('The term'),
  alternatives: z
    .array(SynonymText('A synonym'), 'Enter at least one synonym.')
    .check(z.minLength(1, 'Enter at least one synonym.'), z.maxLength(40, 'At most 40.')),
  kind: z.optional(z.enum(synonymKinds, 'This is a synonym or a concept.')),
})

export const saveSynonym = endpoint('PUT', '/admin/synonyms', {
  summary: 'Create or change the synonyms of a term; the next search uses them',
  who: 'editors',
  body: SynonymBody,
  reply: Synonym,
})

export const deleteSynonym = endpoint('POST', '/admin/synonym-removals', {
  summary: 'Delete the synonyms of a term',
  who: 'editors',
  body: z.object({ term: SynonymText('The term') }),
  reply: z.null(),
})
