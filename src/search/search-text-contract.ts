import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { filterNames } from '#catalog/filter-table.ts'
import { endpoint } from '#platform/http/endpoint.ts'

const TypedText = z.object({ q: z.string().check(z.maxLength(200, 'A search can have 200 characters.')) })

/** In display order. */
export const suggestionKinds = ['term', 'filter', 'collection', 'filmmaker', 'clip'] as const

export const Suggestion = z.object({
  kind: z.enum(suggestionKinds),
  label: z.string(),
  /** The path that it links to: `/clips?look=aerial`. */
  path: z.string(),
  /** Details that the label does not have: "Camera look", "12 clips". */
  note: z.string(),
  picture: z.nullable(Picture),
})
export type Suggestion = z.infer<typeof Suggestion>

export const suggestClips = endpoint('GET', '/clips/suggest', {
  per_minute: 600,
  summary: 'Suggest terms, filters, collections, filmmakers and clips for a text',
  who: 'anyone',
  masquerade: 'allowed',
  query: TypedText,
  reply: z.array(Suggestion),
  /** The corrected text, when nothing matches the typed text. */
  meta: z.object({ meant: z.optional(z.string()) }),
})

export const ParsedFilter = z.object({
  name: z.enum(filterNames as [(typeof filterNames)[number]]),
  values: z.array(z.string()),
  exclude: z.boolean(),
  /** The text that it was parsed from: "at dusk". */
  source_text: z.string(),
})

export const parseSearch = endpoint('GET', '/clips/read', {
  per_minute: 600,
  summary: 'Parse plain language into search text and filters',
  who: 'anyone',
  masquerade: 'allowed',
  query: TypedText,
  reply: z.object({
    /** The remaining search text. */
    words: z.string(),
    filters: z.array(ParsedFilter),
    /** Words to exclude: "no cars". */
    exclusions: z.array(z.string()),
  }),
})

export const correctSearch = endpoint('GET', '/clips/corrected', {
  per_minute: 600,
  summary: 'Correct the words of a search that no clip has',
  who: 'anyone',
  masquerade: 'allowed',
  query: TypedText,
  /** null when every word is known or has no similar word. `exact` is the typed text with unknown words in quotes. */
  reply: z.nullable(z.object({ corrected: z.string(), exact: z.string() })),
})
