/** Cards as JSON text, by clip: the ones that searches show again and again are kept in memory. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { oneOf } from '#platform/prepared.server.ts'

/** About 1 kB each. */
const most_cards = 40_000

export const openCards = (db: Db, most = most_cards) => {
  const kept = new Map<number, string>()
  /** A card that changes while it is being read may have been read too early to be kept. */
  let loading = 0
  const forgotten = new Set<number>()

  const load = async (ids: readonly number[]) => {
    loading++
    try {
      const rows = await db
        .selectFrom('clip_search')
        .select(['clip_id', 'card'])
        .where(sql<boolean>`clip_id in ${oneOf(ids)}`)
        .execute()
      for (const { clip_id, card } of rows) if (!forgotten.has(clip_id)) kept.set(clip_id, card)
      for (const clip_id of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(clip_id)
      }
      return rows
    } finally {
      if (--loading === 0) forgotten.clear()
    }
  }

  return {
    /** A JSON list in the given order. A clip that is gone by now is left out. */
    list: async (ids: readonly number[]): Promise<string> => {
      const found = new Map<number, string>()
      const missing: number[] = []
      for (const id of ids) {
        const card = kept.get(id)
        if (card === undefined) missing.push(id)
        else found.set(id, card)
      }
      if (missing.length > 0) for (const { clip_id, card } of await load(missing)) found.set(clip_id, card)
      return `[${ids.flatMap(id => found.get(id) ?? []).join(',')}]`
    },
    forget: (clip_id: number): void => {
      kept.delete(clip_id)
      if (loading > 0) forgotten.add(clip_id)
    },
  }
}

export type Cards = ReturnType<typeof openCards>
