import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
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
