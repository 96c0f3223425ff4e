/** What the browser reports of clips that a visitor saw: clip pages, and previews that played for a second. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { idField } from '#platform/http/lists.ts'

/** More than a visitor sees between two reports. */
export const MAX_IMPRESSIONS = 100

const ImpressionClipIds = z
  .array(idField('This must be the id of a clip.'), 'This must be a list of clips.')
  .check(z.maxLength(MAX_IMPRESSIONS, `At most ${MAX_IMPRESSIONS} clips at once.`))

export const recordImpressions = endpoint('POST', '/clips/impressions', {
  summary: 'Count clips whose page or moving preview a visitor saw: each once a day for each visitor',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({ views: ImpressionClipIds, hovers: ImpressionClipIds }),
  reply: z.null(),
  per_minute: 60,
})
