import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

import { Picture } from './contract.ts'
import { filterNames } from './filter-table.ts'

const Typed = z.object({ q: z.string().check(z.maxLength(200, 'A search can have 200 letters.')) })

/** In the order in which they are shown. */
export const suggestionKinds = ['term', 'filter', 'collection', 'filmmaker', 'clip'] as const

export const Suggestion = z.object({
  kind: z.enum(suggestionKinds),
  label: z.string(),
  /** Where it leads: `/clips?look=aerial`. */
  path: z.string(),
  /** What kind of thing it is, where the name does not say: "Camera look", "12 clips". */
  note: z.string(),
  picture: z.nullable(Picture),
})
export type Suggestion = z.infer<typeof Suggestion>

export const suggestClips = endpoint('GET', '/clips/suggest', {
  per_minute: 600,
  summary: 'What somebody who types this may be looking for: words, filters, collections, filmmakers and clips',
  who: 'anyone',
  masquerade: 'allowed',
  query: Typed,
  reply: z.array(Suggestion),
  /** What was taken to be meant, when nothing is called like what was typed. */
  meta: z.object({ meant: z.optional(z.string()) }),
})

export const ReadFilter = z.object({
  name: z.enum(filterNames as [(typeof filterNames)[number]]),
  values: z.array(z.string()),
  exclude: z.boolean(),
  /** The words that it was read from: "at dusk". */
  said: z.string(),
})

export const readSearch = endpoint('GET', '/clips/read', {
  per_minute: 600,
  summary: 'Plain language read into words and filters',
  who: 'anyone',
  masquerade: 'allowed',
  query: Typed,
  reply: z.object({
    /** What is left for the search by words. */
    words: z.string(),
    filters: z.array(ReadFilter),
    /** What became exclusions by words: "no cars". */
    left_out: z.array(z.string()),
  }),
})

export const correctSearch = endpoint('GET', '/clips/corrected', {
  per_minute: 600,
  summary: 'A search with those of its words put right that no clip has',
  who: 'anyone',
  masquerade: 'allowed',
  query: Typed,
  /** null when every word is known, or nothing is near. `exact`: as typed, with the mistyped words in quotes. */
  reply: z.nullable(z.object({ corrected: z.string(), exact: z.string() })),
})
