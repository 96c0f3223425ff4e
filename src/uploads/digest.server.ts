/** What our editors decided about somebody's clips, and which of their files we could not check, for their digest. */
import { clipsForSale } from '#catalog/clips.server.ts'
import { clipPath } from '#catalog/paths.ts'
import type { ClipState } from '#catalog/review.ts'
import type { DigestItem } from '#notifications/digest/kinds.ts'
import { digestPart, type DigestLine } from '#notifications/digest/part.ts'
import { countOf } from '#notifications/digest/words.ts'
import type { Db } from '#platform/database.server.ts'

import { failedUploads } from './failed.server.ts'
import { pathOf } from './paths.ts'

type Item = DigestItem<'clips.published' | 'clips.sent_back' | 'clips.withdrawn'>
type Clip = { id: number; status: string; review_note: string }

const stateAfter: Record<Item['kind'], ClipState> = {
  'clips.published': 'published',
  'clips.sent_back': 'draft',
  'clips.withdrawn': 'withdrawn',
}

export const reviewsDigest = digestPart<Item['kind']>({
  kinds: ['clips.published', 'clips.sent_back', 'clips.withdrawn'],
  section: async ({ db }, { user_id }, items) => {
    const ids = [...new Set(items.flatMap(({ about }) => about.clip_ids))]
    const theirs = new Map((await clipsOf(db, user_id, ids)).map(clip => [clip.id, clip]))
    const shown = await clipsForSale(db, [...theirs.keys()])
    const lines = new Map<number, DigestLine>()
    // The latest decision is the one that holds.
    for (const item of items.toReversed())
      for (const id of item.about.clip_ids) {
        const clip = theirs.get(id)
        const facts = shown.get(id)
        if (!clip || !facts || lines.has(id) || !stillHolds(item, clip)) continue
        const to = item.kind === 'clips.published' ? clipPath(facts) : `/filmmaker/clips/${id}`
        lines.set(id, { name: facts.name, note: noteOf(item), to, picture: facts.thumb_480 })
      }
    return {
      title: 'Your clips',
      headline: `our editors decided about ${countOf(lines.size, 'clip')}`,
      lines: [...lines.values()],
      all: { to: '/filmmaker/uploads', text: 'Open your uploads' },
    }
  },
})

export const failedChecksDigest = digestPart<'uploads.failed'>({
  kinds: ['uploads.failed'],
  section: async ({ db }, { user_id }, items) => {
    const ids = [...new Set(items.flatMap(({ about }) => about.upload_ids))]
    const files = await failedUploads(db, user_id, ids)
    const [first] = files
    if (!first) return undefined
    return {
      title: 'Your uploads',
      headline: `${countOf(files.length, 'file')} could not be checked`,
      lines: files.map(file => ({
        name: file.file_name,
        note: 'Something broke on our side. You need not send it again: choose “Check again”.',
        to: pathOf(file),
      })),
      all: { to: pathOf(first), text: 'Open your uploads' },
    }
  },
})

/** Those of the filmmaker whom the reader still looks after. */
const clipsOf = (db: Db, user_id: number, ids: readonly number[]): Promise<Clip[]> =>
  db
    .selectFrom('clips as c')
    .innerJoin('filmmaker_people as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .where('c.id', 'in', ids)
    .where('p.user_id', '=', user_id)
    .select(['c.id', 'c.status', 'c.review_note'])
    .execute()

const stillHolds = (item: Item, { status, review_note }: Clip): boolean =>
  status === stateAfter[item.kind] && (item.kind === 'clips.published' || review_note === item.about.reason)

const noteOf = (item: Item): string => {
  if (item.kind === 'clips.published') return 'Published: buyers find it now.'
  return `${item.kind === 'clips.sent_back' ? 'Declined' : 'Taken out of the shop'}: “${item.about.reason}”`
}
