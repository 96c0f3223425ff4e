/** What the browser reports of a search: that its results were shown, and which clip was opened from them. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { idField } from '#platform/http/lists.ts'

const SearchText = z
  .string()
  .check(z.minLength(1, 'Enter the text of the search.'), z.maxLength(500, 'A search can have 500 characters.'))

export const recordSearch = endpoint('POST', '/searches', {
  summary: 'Count a search whose results a visitor saw; the server counts the results itself',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({ q: SearchText }),
  reply: z.null(),
  per_minute: 60,
})

export const recordClick = endpoint('POST', '/searches/clicks', {
  summary: 'Count a clip that a visitor opened from the results of a search',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({
    q: SearchText,
    clip_id: idField('This must be the id of a clip.'),
    /** The clip's place among the results, from 1. */
    place: z.optional(z.int().check(z.minimum(1, 'Places start at 1.'), z.maximum(100_000, 'That is too many.'))),
  }),
  reply: z.null(),
  per_minute: 60,
})
