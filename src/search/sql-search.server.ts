/** The search in PostgreSQL, used while the engine loads. */
import { sql } from 'kysely'

import { openCardCache } from '#catalog/card-cache.server.ts'
import type { Db } from '#platform/db/database.server.ts'

import { selectEntries } from './engine/engine-sync.server.ts'
import { createEngine } from './engine/engine.ts'
import { countEncodedFacets } from './engine/facet-counts.ts'
import { ENOUGH_MATCHES } from './engine/text-matches.ts'
import type { Slot, SlotAlternative, TextQuery } from './engine/text-query.ts'
import { formatTsquery, type TsQuery } from './engine/tsquery.ts'
import { hasNearTerms, NO_MATCH_TERM, type FilterTerms, toFilterTsquery, widenFilters } from './filter-terms.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'

type SqlSearchRow = { cards: string; total: number; facets: string | null }

const noMatches: SqlSearchRow = { cards: '[]', total: 0, facets: null }

/** Up to this many clips with any word of a search are ranked as the engine does it. */
const MAX_CANDIDATES = 2_000
/** Words in more clips than this are equally common. */
const MAX_COUNTED = 10_000
/** What every clip has: a query needs something to find. */
const ANY_CLIP = "'~clip'"

/** Returns how many clips each query matches, up to a limit. */
const countTsqueries = async (db: Db, queries: readonly string[]): Promise<number[]> => {
  if (queries.length === 0) return []
  const { rows } = await sql<{ n: number }>`
    select (select count(*)::integer from (select from clip_search where words @@ query::tsquery limit ${MAX_COUNTED}) matches) as n
    from json_array_elements_text(${JSON.stringify(queries)}::json) with ordinality as q (query, nth)
    order by nth`.execute(db)
  return rows.map(row => row.n)
}

/** Returns how many clips each word or phrase is in, up to a limit. */
export const countMatchesBySql = (db: Db, queries: readonly TsQuery[]): Promise<number[]> =>
  countTsqueries(
    db,
    queries.map(query => formatTsquery(query)),
  )

/** A synonym doesn't count in descriptions. */
const formatAlternative = ({ query, is_synonym }: SlotAlternative) => formatTsquery(query, is_synonym ? 'ABC' : '')
const formatSlot = ({ alternatives }: Slot) => `(${alternatives.map(formatAlternative).join(' | ')})`
/** A match of a single word counts where it is strong. */
const formatStrongSlot = ({ alternatives }: Slot) =>
  `(${alternatives.map(({ query, is_synonym }) => formatTsquery(query, is_synonym ? 'AB' : 'ABC')).join(' | ')})`

const joinQueries = (queries: readonly string[]) => queries.filter(Boolean).join(' & ') || ANY_CLIP

/** A slot that no clip has is left without alternatives. */
const isKnown = ({ alternatives, required }: Slot) => required || alternatives.length > 0

/** Returns the query for full matches, and the one for all that may match. */
const toTextQueries = ({ slots, excluded }: TextQuery): { full: string; any: string | undefined } => {
  const knownSlots = slots.filter(isKnown)
  if (slots.length > 0 && knownSlots.length === 0) return { full: `'${NO_MATCH_TERM}'`, any: undefined }
  const strict = [
    ...knownSlots.filter(slot => slot.required).map(formatSlot),
    ...excluded.map(query => `!(${formatTsquery(query)})`),
  ]
  if (knownSlots.length === 0) return { full: joinQueries([ANY_CLIP, ...strict]), any: undefined }
  const [single] = knownSlots
  const full =
    knownSlots.length === 1 && single && !single.required ? [formatStrongSlot(single)] : knownSlots.map(formatSlot)
  return {
    full: joinQueries([...full, ...strict]),
    any: joinQueries([`(${knownSlots.map(formatSlot).join(' | ')})`, ...strict]),
  }
}

/** Leaves only the alternatives that a clip has, and returns how many clips have each. */
const limitToCatalog = async (db: Db, text: TextQuery) => {
  const alternatives = text.slots.flatMap(slot => slot.alternatives)
  const counts = await countTsqueries(db, [
    ...alternatives.map(({ query }) => formatTsquery(query)),
    ...alternatives.map(formatAlternative),
  ])
  const countsByQuery = new Map(alternatives.map(({ query }, i) => [formatTsquery(query), counts[i] ?? 0]))
  const present = new Set(alternatives.filter((_, i) => (counts[alternatives.length + i] ?? 0) > 0))
  const slots = text.slots.map(slot =>
    slot.required ? slot : { ...slot, alternatives: slot.alternatives.filter(alternative => present.has(alternative)) },
  )
  return {
    text: { ...text, slots },
    countMatches: (query: TsQuery) => countsByQuery.get(formatTsquery(query)) ?? 0,
  }
}

/** Counts matches up to `cap`; beyond it, totals and facets are estimates. */
export const searchBySql = async (db: Db, query: SearchQuery, cap: number): Promise<SearchResult> => {
  const hasNear = hasNearTerms(query.filters)
  const isEnough = async (full: string) => hasEnough(db, full, query.filters)
  if (!query.text)
    return hasNear && !(await isEnough(ANY_CLIP))
      ? searchCandidates(db, query, ANY_CLIP, ANY_CLIP, () => 0)
      : searchRows(db, query, ANY_CLIP, '', cap)
  const { text, countMatches } = await limitToCatalog(db, query.text)
  const unknown = text.slots.filter(slot => !isKnown(slot)).map(({ label }) => label)
  const { full, any } = toTextQueries(text)
  if ((any === undefined && !hasNear) || (await isEnough(full))) {
    const own = text.slots.flatMap(({ alternatives }) => alternatives.slice(0, 1).map(formatAlternative))
    return { ...(await searchRows(db, query, full, own.join(' & '), cap)), unknown }
  }
  return { ...(await searchCandidates(db, { ...query, text }, full, any ?? full, countMatches)), unknown }
}

const emptyResult: SearchResult = {
  cards: '[]',
  total: 0,
  close_total: 0,
  missing: [],
  unknown: [],
  is_estimate: false,
  estimated: false,
  facets: new Map(),
  held: 0,
  without: new Map(),
}

const withFilters = (query: string, filters: readonly FilterTerms[]) => {
  const terms = toFilterTsquery(filters)
  return terms === '' ? query : `(${query}) & ${terms}`
}

const hasEnough = async (db: Db, full: string, filters: readonly FilterTerms[]): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from clip_search where words @@ ${withFilters(full, filters)}::tsquery limit ${ENOUGH_MATCHES}) matches`.execute(
    db,
  )
  return (rows[0]?.n ?? 0) >= ENOUGH_MATCHES
}

/** Searches for full matches only. `exact`: the words themselves, without their synonyms. */
const searchRows = async (
  db: Db,
  query: SearchQuery,
  full: string,
  exact: string,
  cap: number,
): Promise<SearchResult> => {
  const { text, filters, sort, skip, size, counted } = query
  const typed = text && text.slots.length > 0 ? full : ''
  const { rows } = await sql<SqlSearchRow>`
    select cards, total, facets
    from search_clips(${withFilters(full, filters)}::tsquery, ${typed}::tsquery, ${exact}::tsquery, ${sort}, ${skip}, ${size}, ${counted}, ${cap})`.execute(
    db,
  )
  const { cards, total, facets } = rows[0] ?? noMatches
  const inclusions = counted ? filters.filter(filter => filter.include.length > 0) : []
  const countWithout = async (filter: FilterTerms) =>
    [filter.name, await countFacetsWithout(db, full, filters, filter, cap)] as const
  return {
    ...emptyResult,
    cards,
    total: Math.min(total, cap),
    is_estimate: total > cap,
    estimated: total > cap,
    facets: countEncodedFacets(facets ?? ''),
    without: new Map(await Promise.all(inclusions.map(countWithout))),
  }
}

const countFacetsWithout = async (
  db: Db,
  full: string,
  filters: readonly FilterTerms[],
  filter: FilterTerms,
  cap: number,
) => {
  const otherFilters = filters.map(other => (other === filter ? { ...other, include: [] } : other))
  const { rows } = await sql<{ facets: string | null }>`
    select clip_facets(${withFilters(full, otherFilters)}::tsquery, ${cap}) as facets`.execute(db)
  return countEncodedFacets(rows[0]?.facets ?? '')
}

/**
 * Searches for full and close matches: an engine with the clips that have any of the words, and the statistics of all clips.
 */
const searchCandidates = async (
  db: Db,
  query: SearchQuery,
  full: string,
  any: string,
  countMatches: (query: TsQuery) => number,
): Promise<SearchResult> => {
  const { filters } = query
  const exclusions = filters.map(filter => ({ ...filter, include: [] }))
  const engine = createEngine()
  let is_estimate = false
  const wide = widenFilters(filters)
  for (const candidates of [withFilters(full, filters), withFilters(any, wide), withFilters(any, exclusions)]) {
    const entries = await selectEntries(db)
      .clearOrderBy()
      .where(sql<boolean>`words @@ ${candidates}::tsquery`)
      .limit(MAX_CANDIDATES)
      .execute()
    is_estimate ||= entries.length === MAX_CANDIDATES
    for (const entry of entries) if (!engine.has(entry.clip_id)) engine.put(entry)
  }
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from clip_search`.execute(db)
  const { clip_ids, ...result } = engine.find({ ...query, statistics: { total: rows[0]?.total ?? 0, countMatches } })
  const cards = await openCardCache(db).list(clip_ids)
  return { ...result, cards, is_estimate, estimated: result.estimated || is_estimate }
}
