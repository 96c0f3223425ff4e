/** The search as PostgreSQL answers it: while the engine loads, and for what the engine cannot answer. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'

import { countFacets } from './engine/tally.ts'
import { type FilterWords, filterQuery } from './filter-words.ts'
import type { Answer, Wanted } from './search.server.ts'

type Row = { cards: string; total: number; facets: string | null }

const nothing: Row = { cards: '[]', total: 0, facets: null }

/** Matches are counted up to `cap`; beyond, totals and facets are estimates and say so. */
export const searchBySql = async (db: Db, wanted: Wanted, cap: number): Promise<Answer> => {
  const { q, filters, sort, skip, size, counted } = wanted
  const { rows } = await sql<Row>`
    select cards, total, facets
    from search_clips(${q}, ${filterQuery(filters)}::tsquery, ${sort}, ${skip}, ${size}, ${counted}, ${cap})`.execute(
    db,
  )
  const { cards, total, facets } = rows[0] ?? nothing
  const included = counted ? filters.filter(one => one.include.length > 0) : []
  return {
    cards,
    total: Math.min(total, cap),
    is_estimate: total > cap,
    estimated: total > cap,
    facets: countFacets(facets ?? ''),
    held: 0,
    without: new Map(
      await Promise.all(included.map(async one => [one.name, await facetsWithout(db, wanted, one, cap)] as const)),
    ),
  }
}

const facetsWithout = async (db: Db, { q, filters }: Wanted, filter: FilterWords, cap: number) => {
  const others = filters.map(one => (one === filter ? { ...one, include: [] } : one))
  const { rows } = await sql<{ facets: string | null }>`
    select clip_facets(${q}, ${filterQuery(others)}::tsquery, ${cap}) as facets`.execute(db)
  return countFacets(rows[0]?.facets ?? '')
}
