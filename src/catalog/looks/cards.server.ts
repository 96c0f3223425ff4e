/** Cards with the reasons why they are shown, as JSON that is ready to send. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { oneOf } from '#platform/prepared.server.ts'

export type LikeRow = { clip_id: number; reasons: string[] }

/** In the given order; clips that left the search meanwhile are left out. */
export const likeCards = async (db: Db, rows: readonly LikeRow[]): Promise<string> => {
  if (rows.length === 0) return '[]'
  const found = await db
    .selectFrom('clip_search')
    .select(['clip_id', 'card'])
    .where(sql<boolean>`clip_id in ${oneOf(rows.map(row => row.clip_id))}`)
    .execute()
  const cards = new Map(found.map(({ clip_id, card }) => [clip_id, card]))
  const texts = rows.flatMap(({ clip_id, reasons }) => {
    const card = cards.get(clip_id)
    return card === undefined ? [] : `${card.slice(0, -1)},"reasons":${JSON.stringify(reasons)}}`
  })
  return `[${texts.join(',')}]`
}
