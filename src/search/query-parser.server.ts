/** Parses search text in PostgreSQL, which knows the stems and the synonyms. */
import { sql } from 'kysely'

import { cacheByKey } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'

import { parseTsquery, type TsQuery } from './engine/tsquery.ts'
import { getSynonymsVersion } from './synonyms.ts'

/** How long a synonym change by another process may stay unnoticed. */
const CACHE_MS = 60_000
const MAX_CACHED_QUERIES = 2_000

export type ParsedQuery = {
  /** The words and their synonyms; undefined when the text has nothing to search for. */
  wide: TsQuery | undefined
  /** The words themselves: exact matches rank before synonyms. */
  exact: TsQuery | undefined
}

/** `q` must not contain NUL. Returns undefined for a query that the engine cannot answer. */
export const openQueryParser = (db: Db, clock: Clock) => {
  const share = cacheByKey<ParsedQuery | undefined>(clock, CACHE_MS, MAX_CACHED_QUERIES)
  return (q: string): Promise<ParsedQuery | undefined> =>
    // The version in the key discards queries that were parsed with older synonyms.
    share(`${getSynonymsVersion()} ${q}`, async () => {
      const { rows } = await sql<{ wide: string; exact: string }>`
        select parse_search_query(${q})::text as wide, websearch_to_tsquery('footage', ${q})::text as exact`.execute(db)
      const { wide = '', exact = '' } = rows[0] ?? {}
      try {
        return { wide: parseTsquery(wide), exact: parseTsquery(exact) }
      } catch (error) {
        if (error instanceof RangeError) return undefined
        throw error
      }
    })
}
