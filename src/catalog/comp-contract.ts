import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

import { MarksBody } from './marks.ts'

export const downloadComp = endpoint('POST', '/clips/:id/comp', {
  summary:
    'Get a short-lived address of a clip’s comp: watermarked, with each frame, the rate and the timecode of the master',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  /** Marks go into the file's name; the comp always has the whole clip, so that it conforms. */
  body: z.nullish(MarksBody),
  reply: z.object({ url: z.string() }),
  per_minute: 60,
})
