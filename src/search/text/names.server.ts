/** Collections and filmmakers with published clips by name, cached in memory. */

import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'

import { createPrefixIndex } from './prefix-index.ts'
import { fold } from './text-parts.ts'

const CACHE_MS = 60_000
/** Of each kind, those with most clips. */
const MAX_NAMES = 20_000

export type NamedEntity = { id: number; slug: string; name: string; clip_count: number }

const loadNames = async (db: Db) => {
  const selectNames = (table: 'collections' | 'filmmakers'): Promise<NamedEntity[]> =>
    db
      .selectFrom(table)
      .select(['id', 'slug', 'name', 'clip_count'])
      .where('clip_count', '>', 0)
      .orderBy('clip_count', 'desc')
      .orderBy('id')
      .limit(MAX_NAMES)
      .execute()
  const [collections, filmmakers] = await Promise.all([selectNames('collections'), selectNames('filmmakers')])
  const byPrefix = (names: readonly NamedEntity[]) =>
    createPrefixIndex(
      names,
      ({ name }) => name,
      ({ clip_count }) => clip_count,
    )
  return { collections: byPrefix(collections), filmmakers: byPrefix(filmmakers), all: { collections, filmmakers } }
}

export type NameIndex = Awaited<ReturnType<typeof loadNames>>

export const createNameIndex = (db: Db, clock: Clock) => cacheWithRefresh(clock, CACHE_MS, () => loadNames(db))

/** Normalizes a name as people type it: "Salt & Swell" → `salt and swell`. */
export const normalizeName = (name: string): string =>
  fold(name)
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()
