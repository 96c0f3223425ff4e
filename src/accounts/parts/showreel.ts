/** The clip beside the auth forms. Accounts cannot depend on the catalog, so this declares only the fields it shows. */

import * as z from 'zod/mini'

import { DAY_MS } from '#platform/clock.ts'
import type { Call } from '#platform/http/call.ts'
import { endpoint } from '#platform/http/endpoint.ts'

const ShowreelClip = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  flashing: z.boolean(),
  movie: z.object({ public_paths: z.object({ hover: z.string(), poster: z.string() }) }),
  collection: z.object({ data: z.object({ filmmaker: z.object({ data: z.object({ name: z.string() }) }) }) }),
})
export type ShowreelClip = z.infer<typeof ShowreelClip>

const listClips = endpoint('GET', '/clips', {
  summary: 'Clips to show',
  who: 'anyone',
  query: z.object({ sort: z.string(), per_page: z.string() }),
  reply: z.array(ShowreelClip),
})

/** Picks another popular clip each day. Returns null when there is none or the catalog is unavailable. */
export const pickDailyClip = async (call: Call, now: Date): Promise<ShowreelClip | null> => {
  const response = await call(listClips, { query: { sort: 'popular', per_page: '24' } }).catch(() => undefined)
  const clips = z.safeParse(z.array(ShowreelClip), response?.data).data ?? []
  const candidates = clips.filter(({ flashing, width, height }) => !flashing && width > height)
  return candidates[Math.floor(now.getTime() / DAY_MS) % candidates.length] ?? null
}
