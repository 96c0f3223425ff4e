import { getClip, listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import type { ReelShot } from '#catalog/reel.tsx'
import type { Call } from '#platform/http/call.ts'
import type { Company } from '#platform/settings/company.ts'

/** How many popular clips the shot is selected from. */
const MAX_CANDIDATES = 6

/** Returns the shot of the 404 page: the company's clip, or a popular one without it. Null without a suitable clip. */
export const findNotFoundShot = async (call: Call, { not_found_clip_id }: Company): Promise<ReelShot | null> => {
  const clip = not_found_clip_id !== null && (await loadClip(call, not_found_clip_id))
  const clips = clip ? [clip] : await loadPopularClips(call)
  return selectReelShots(clips, { byline: true })[0] ?? null
}

const loadClip = (call: Call, id: number) =>
  call(getClip, { params: { id: String(id) } }).then(
    ({ data }) => data,
    () => null,
  )

const loadPopularClips = (call: Call) =>
  call(listClips, { query: { sort: 'popular', per_page: String(MAX_CANDIDATES) } }).then(
    ({ data }) => data,
    () => [],
  )
