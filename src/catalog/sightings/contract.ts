/** What the browser tells of clips that somebody saw: their pages, and previews that moved for a second. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn } from '#platform/lists.ts'

/** More than anybody looks at between two words of a browser. */
export const most_seen = 100

const Clips = z
  .array(idIn('This must be the id of a clip.'), 'This must be a list of clips.')
  .check(z.maxLength(most_seen, `At most ${most_seen} clips at once.`))

export const noteSightings = endpoint('POST', '/clips/seen', {
  summary: 'Counts clips whose page or moving preview somebody saw: each once a day for each visitor',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({ views: Clips, hovers: Clips }),
  reply: z.null(),
  per_minute: 60,
})
