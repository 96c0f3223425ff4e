/** The search in PostgreSQL, used while the engine loads and for queries that it cannot answer. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

import { countEncodedFacets } from './engine/facet-counts.ts'
import { type FilterTerms, toFilterTsquery } from './filter-terms.ts'
import type { SearchResult, SearchQuery } from './search-query.ts'

type SqlSearchRow = { cards: string; total: number; facets: string | null }

const noMatches: SqlSearchRow = { cards: '[]', total: 0, facets: null }

/** Counts matches up to `cap`; beyond it, totals and facets are estimates. */
export const searchBySql = async (db: Db, query: SearchQuery, cap: number): Promise<SearchResult> => {
  const { q, filters, sort, skip, size, counted } = query
  const { rows } = await sql<SqlSearchRow>`
    select cards, total, facets
    from search_clips(${q}, ${toFilterTsquery(filters)}::tsquery, ${sort}, ${skip}, ${size}, ${counted}, ${cap})`.execute(
    db,
  )
  const { cards, total, facets } = rows[0] ?? noMatches
  const inclusions = counted ? filters.filter(filter => filter.include.length > 0) : []
  return {
    cards,
    total: Math.min(total, cap),
    is_estimate: total > cap,
    estimated: total > cap,
    facets: countEncodedFacets(facets ?? ''),
    held: 0,
    without: new Map(
      await Promise.all(
        inclusions.map(async filter => [filter.name, await countFacetsWithout(db, query, filter, cap)] as const),
      ),
    ),
  }
}

const countFacetsWithout = async (db: Db, { q, filters }: SearchQuery, filter: FilterTerms, cap: number) => {
  const otherFilters = filters.map(other => (other === filter ? { ...other, include: [] } : other))
  const { rows } = await sql<{ facets: string | null }>`
    select clip_facets(${q}, ${toFilterTsquery(otherFilters)}::tsquery, ${cap}) as facets`.execute(db)
  return countEncodedFacets(rows[0]?.facets ?? '')
}
