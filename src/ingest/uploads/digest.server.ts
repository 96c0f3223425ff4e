/** The digest part about a filmmaker's clips that were published or taken out of the shop. */
import { loadClipsForSale } from '#catalog/clips.server.ts'
import { clipPath } from '#catalog/paths.ts'
import type { ClipState } from '#catalog/review.ts'
import type { DigestItem } from '#notifications/digest/kinds.ts'
import { defineDigestPart, type DigestLine } from '#notifications/digest/part.ts'
import { formatCount } from '#notifications/digest/text.ts'
import type { Db } from '#platform/db/database.server.ts'

type ReviewItem = DigestItem<'clips.published' | 'clips.withdrawn'>
type ReviewedClip = { id: number; status: string; review_note: string }

const stateAfter: Record<ReviewItem['kind'], ClipState> = {
  'clips.published': 'published',
  'clips.withdrawn': 'withdrawn',
}

export const reviewsDigest = defineDigestPart<ReviewItem['kind']>({
  kinds: ['clips.published', 'clips.withdrawn'],
  section: async ({ db }, { user_id }, items) => {
    const ids = [...new Set(items.flatMap(({ payload }) => payload.clip_ids))]
    const clips = new Map((await listManagedClips(db, user_id, ids)).map(clip => [clip.id, clip]))
    const details = await loadClipsForSale(db, [...clips.keys()])
    const lines = new Map<number, DigestLine>()
    // The latest decision wins.
    for (const item of items.toReversed())
      for (const id of item.payload.clip_ids) {
        const clip = clips.get(id)
        const detail = details.get(id)
        if (!clip || !detail || lines.has(id) || !isStillCurrent(item, clip)) continue
        const to = item.kind === 'clips.published' ? clipPath(detail) : `/filmmaker/clips/${id}`
        lines.set(id, { name: detail.name, note: noteOf(item), to, picture: detail.thumb_480 })
      }
    return {
      title: 'Your clips',
      headline: `our editors reviewed ${formatCount(lines.size, 'clip')}`,
      lines: [...lines.values()],
      all: { to: '/filmmaker/uploads', text: 'Open your uploads' },
    }
  },
})

/** Lists the given clips whose filmmaker the user still manages. */
const listManagedClips = (db: Db, user_id: number, ids: readonly number[]): Promise<ReviewedClip[]> =>
  db
    .selectFrom('clips as c')
    .innerJoin('filmmaker_members as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .where('c.id', 'in', ids)
    .where('p.user_id', '=', user_id)
    .select(['c.id', 'c.status', 'c.review_note'])
    .execute()

const isStillCurrent = (item: ReviewItem, { status, review_note }: ReviewedClip): boolean =>
  status === stateAfter[item.kind] && (item.kind === 'clips.published' || review_note === item.payload.reason)

const noteOf = (item: ReviewItem): string => {
  if (item.kind === 'clips.published') return 'Published: buyers find it now.'
  return `Taken out of the shop: “${item.payload.reason}”`
}
