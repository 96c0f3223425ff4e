/** Renders clip cards with the reasons for each match as JSON that is ready to send. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'

export type VisualMatch = { clip_id: number; reasons: string[] }

/** Keeps the order of the matches. Clips that have left the search in the meantime are omitted. */
export const renderMatchCards = async (db: Db, matches: readonly VisualMatch[]): Promise<string> => {
  if (matches.length === 0) return '[]'
  const rows = await db
    .selectFrom('clip_search')
    .select(['clip_id', 'card'])
    .where(sql<boolean>`clip_id in ${sqlList(matches.map(match => match.clip_id))}`)
    .execute()
  const cards = new Map(rows.map(({ clip_id, card }) => [clip_id, card]))
  const items = matches.flatMap(({ clip_id, reasons }) => {
    const card = cards.get(clip_id)
    return card === undefined ? [] : `${card.slice(0, -1)},"reasons":${JSON.stringify(reasons)}}`
  })
  return `[${items.join(',')}]`
}
