/** The clip that runs beside the forms. Accounts come before the catalog, so they know of its answer only what they show. */
import * as z from 'zod/mini'

import type { Call } from '#platform/call.ts'
import { endpoint } from '#platform/endpoint.ts'

const Shown = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  flashing: z.boolean(),
  movie: z.object({ public_paths: z.object({ hover: z.string(), poster: z.string() }) }),
  collection: z.object({ data: z.object({ filmmaker: z.object({ data: z.object({ name: z.string() }) }) }) }),
})
export type ShownClip = z.infer<typeof Shown>

const listClips = endpoint('GET', '/clips', {
  summary: 'Clips to show',
  who: 'anyone',
  query: z.object({ sort: z.string(), per_page: z.string() }),
  reply: z.array(Shown),
})

const day_ms = 86_400_000

/** Another clip each day among the most popular; null when there is none, or no catalog to ask. */
export const clipOfTheDay = async (call: Call, now: Date): Promise<ShownClip | null> => {
  const answer = await call(listClips, { query: { sort: 'popular', per_page: '24' } }).catch(() => undefined)
  const clips = z.safeParse(z.array(Shown), answer?.data).data ?? []
  const calm = clips.filter(({ flashing, width, height }) => !flashing && width > height)
  return calm[Math.floor(now.getTime() / day_ms) % calm.length] ?? null
}
