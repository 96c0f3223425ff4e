import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

export const downloadComp = endpoint('POST', '/clips/:id/comp', {
  summary:
    'Get a short-lived address of a clip’s comp: watermarked, with each frame, the rate and the timecode of the master',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: z.object({ url: z.string() }),
  per_minute: 60,
})
