/** What the browser tells of a search: that its results were shown, and which clip was opened from them. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn } from '#platform/lists.ts'

const Words = z
  .string()
  .check(z.minLength(1, 'Say what was searched for.'), z.maxLength(200, 'A search can have 200 letters.'))

export const noteSearch = endpoint('POST', '/searches', {
  summary: 'Counts a search whose results a person saw; the shop looks up itself what it finds',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({ q: Words }),
  reply: z.null(),
  per_minute: 60,
})

export const noteClick = endpoint('POST', '/searches/clicks', {
  summary: 'Counts a clip that a person opened from the results of a search',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({ q: Words, clip_id: idIn('This must be the id of a clip.') }),
  reply: z.null(),
  per_minute: 60,
})
