import { sql } from 'kysely'

import { clipsForSale } from '#catalog/clips.server.ts'
import type { Db } from '#platform/database.server.ts'

import { likeOf } from '../like.server.ts'
import type { OfferClip } from './contract.ts'

const most_found = 12

/** In the order of the ids, or by name. What is not sold is left out. */
export const offerClips = async (
  db: Db,
  { ids, words }: { ids?: string | undefined; words?: string | undefined },
): Promise<OfferClip[]> => {
  const asked = ids
    ? ids
        .split(',')
        .map(Number)
        .filter(id => id < 2 ** 31)
    : await named(db, words)
  const clips = await clipsForSale(db, asked)
  return [...new Set(asked)].flatMap(id => {
    const clip = clips.get(id)
    if (clip?.status !== 'published') return []
    const { name, tier, filmmaker, thumbs } = clip
    return { id, name, tier, thumbs, filmmaker: filmmaker.name, format_ids: clip.formats.map(format => format.id) }
  })
}

const named = async (db: Db, words: string | undefined): Promise<number[]> => {
  const like = likeOf(words)
  if (like === undefined) return []
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
    .where('c.status', '=', 'published')
    .where(sql<boolean>`(c.name || ' ' || f.name) ilike ${like}`)
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(most_found)
    .select('c.id')
    .execute()
  return rows.map(({ id }) => id)
}
