/** Loads clip cards as JSON text and caches the ones that searches return often. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'

/** Each card takes about 1 kB. */
const MAX_CARDS = 40_000

export const openCardCache = (db: Db, maxCards = MAX_CARDS) => {
  const cache = new Map<number, string>()
  /** A card that changes during a load may be stale, so it is not cached. */
  let loading = 0
  const invalidated = new Set<number>()

  const load = async (ids: readonly number[]) => {
    loading++
    try {
      const rows = await db
        .selectFrom('clip_search')
        .select(['clip_id', 'card'])
        .where(sql<boolean>`clip_id in ${sqlList(ids)}`)
        .execute()
      for (const { clip_id, card } of rows) if (!invalidated.has(clip_id)) cache.set(clip_id, card)
      for (const clip_id of cache.keys()) {
        if (cache.size <= maxCards) break
        cache.delete(clip_id)
      }
      return rows
    } finally {
      if (--loading === 0) invalidated.clear()
    }
  }

  return {
    /** Returns a JSON list in the given order. Clips that no longer exist are left out. */
    list: async (ids: readonly number[]): Promise<string> => {
      const cards = new Map<number, string>()
      const missing: number[] = []
      for (const id of ids) {
        const card = cache.get(id)
        if (card === undefined) missing.push(id)
        else cards.set(id, card)
      }
      if (missing.length > 0) for (const { clip_id, card } of await load(missing)) cards.set(clip_id, card)
      return `[${ids.flatMap(id => cards.get(id) ?? []).join(',')}]`
    },
    invalidate: (clip_id: number): void => {
      cache.delete(clip_id)
      if (loading > 0) invalidated.add(clip_id)
    },
  }
}

export type CardCache = ReturnType<typeof openCardCache>
