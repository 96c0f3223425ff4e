import { sql } from 'kysely'

import { loadClipsForSale } from '#catalog/clips.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'

import type { OfferClip } from './contract.ts'

const MAX_RESULTS = 12

/** Finds published clips by id, in the order of the ids, or by text, sorted by name. */
export const findOfferClips = async (
  db: Db,
  { ids, words: text }: { ids?: string | undefined; words?: string | undefined },
): Promise<OfferClip[]> => {
  const clipIds = ids
    ? ids
        .split(',')
        .map(Number)
        .filter(id => id < 2 ** 31)
    : await findClipIds(db, text)
  const clips = await loadClipsForSale(db, clipIds)
  return [...new Set(clipIds)].flatMap(id => {
    const clip = clips.get(id)
    if (clip?.status !== 'published') return []
    const { name, tier, filmmaker, thumbs } = clip
    return { id, name, tier, thumbs, filmmaker: filmmaker.name, format_ids: clip.formats.map(format => format.id) }
  })
}

const findClipIds = async (db: Db, text: string | undefined): Promise<number[]> => {
  const like = toLikePattern(text)
  if (like === undefined) return []
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
    .where('c.status', '=', 'published')
    .where(sql<boolean>`(c.name || ' ' || f.name) ilike ${like}`)
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(MAX_RESULTS)
    .select('c.id')
    .execute()
  return rows.map(({ id }) => id)
}
