/** What a person typed, as the query that PostgreSQL makes of it: only it knows the stems and the synonyms. */
import { sql } from 'kysely'

import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { shared } from '#platform/remember.server.ts'

import { parseTsquery, type Query } from './engine/tsquery.ts'
import { synonymsVersion } from './synonyms.ts'

/** Synonyms change seldom: a change by another process may take this long to be seen. */
const fresh_ms = 60_000
const most_texts = 2_000

export type Typed = {
  /** The words and all that they may also mean; undefined when nothing of what was typed can be searched for. */
  wide: Query | undefined
  /** The words themselves: whoever has them comes before whoever has a synonym. */
  exact: Query | undefined
}

/** `q` holds no NUL. Undefined for a query that the engine cannot answer. */
export const openTyped = (db: Db, clock: Clock) => {
  const share = shared<Typed | undefined>(clock, fresh_ms, most_texts)
  return (q: string): Promise<Typed | undefined> =>
    // A change of the synonyms is another question: what was read before it is not the answer.
    share(`${synonymsVersion()} ${q}`, async () => {
      const { rows } = await sql<{ wide: string; exact: string }>`
        select words_query(${q})::text as wide, websearch_to_tsquery('footage', ${q})::text as exact`.execute(db)
      const { wide = '', exact = '' } = rows[0] ?? {}
      try {
        return { wide: parseTsquery(wide), exact: parseTsquery(exact) }
      } catch (error) {
        if (error instanceof RangeError) return undefined
        throw error
      }
    })
}
