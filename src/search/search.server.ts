/** The search: takes a request, runs it in the engine or PostgreSQL, and builds the response. */

import { openCardCache } from '#catalog/card-cache.server.ts'
import type { Facets } from '#catalog/contract.ts'
import type { FilterName } from '#catalog/filter-table.ts'
import type { Filters, Sort } from '#catalog/filters.ts'
import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { createEngineSync } from './engine/engine-sync.server.ts'
import type { Engine } from './engine/engine.ts'
import { findFacetValues } from './facet-values.server.ts'
import { facetsByFilter, toFacets, openVocabulary } from './facets.server.ts'
import { toFilterTerms, hasRanges } from './filter-terms.ts'
import { openQueryParser } from './query-parser.server.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'
import { searchBySql } from './sql-search.server.ts'

/** PostgreSQL counts matches up to this cap; beyond it, totals and facets are estimates. */
export const COUNTING_CAP = 10_000
const TOTALS_CACHE_MS = 10_000
/** The index term of the license filter’s only value. */
const LICENSED_TERM = '~license=licensed'
const LICENSED_SEARCH_UNAVAILABLE =
  'The clips that your workspace has licensed cannot be searched right now. Please try again in a moment.'

export type SearchRequest = {
  q: string
  include: Filters
  exclude: Filters
  sort: Sort
  page: number
  per_page: number
  /** Whether to count facets; by default on the first page. */
  counted?: boolean
  /** The clips that the user’s workspace has licensed. */
  licensed?: readonly number[]
}

/** One page of results: the cards as JSON text, and the metadata. */
type SearchMeta = ReturnType<typeof toPagination> & { facets?: Facets; facets_are_estimates?: boolean }
export type SearchPage = { cards: string; meta: SearchMeta }

/** PostgreSQL rejects NUL, and overflows at 32 minus signs before a word. */
const sanitizeForPostgres = (q: string) => q.replaceAll('\0', ' ').replaceAll(/-(?=[^\p{L}\p{N}"]*-)/gu, ' ')

export const openSearch = ({ db, clock }: { db: Db; clock: Clock }, cap = COUNTING_CAP) => {
  const vocabulary = openVocabulary(db, clock)
  const parseQuery = openQueryParser(db, clock)
  const cards = openCardCache(db)
  const follower = createEngineSync(db)
  follower.onChange(cards.invalidate)

  const searchByEngine = async (engine: Engine, query: SearchQuery): Promise<SearchResult | undefined> => {
    const parsed = query.q.trim() === '' ? undefined : await parseQuery(query.q)
    if (query.q.trim() !== '' && !parsed) return undefined
    const { clip_ids, ...result } = engine.find({
      ...query,
      typed: parsed?.wide,
      exact: parsed?.exact,
      facetsOf: facetsByFilter(await vocabulary.all()),
    })
    return { ...result, cards: await cards.list(clip_ids), is_estimate: false }
  }

  const runQuery = async (query: SearchQuery): Promise<SearchResult> => {
    const engine = await follower.current()
    const result = engine && (await searchByEngine(engine, query))
    if (result) return result
    // PostgreSQL has no index of licensed clips.
    if (query.filters.some(({ name }) => name === 'license')) throw refuse(503, LICENSED_SEARCH_UNAVAILABLE)
    return searchBySql(db, query, cap)
  }

  const runRequest = async (request: SearchRequest): Promise<SearchResult> => {
    const { q, include, exclude, sort, page, per_page, counted = false, licensed = [] } = request
    const vocabularyEntries = hasRanges(include, exclude) ? await vocabulary.all() : undefined
    return runQuery({
      q: sanitizeForPostgres(q),
      filters: toFilterTerms(include, exclude, vocabularyEntries),
      sort,
      skip: (page - 1) * per_page,
      size: per_page,
      counted,
      held: licensed.length > 0 ? { filter: 'license', lexeme: LICENSED_TERM, clip_ids: licensed } : undefined,
    })
  }

  const search = async (request: SearchRequest): Promise<SearchPage> => {
    const { include, exclude, page, per_page, counted = page === 1 } = request
    const result = await runRequest({ ...request, counted })
    const meta = toPagination(page, per_page, result.total, result.is_estimate)
    if (!counted) return { cards: result.cards, meta }
    const facets = await toFacets(vocabulary, result, { include, exclude })
    return { cards: result.cards, meta: { ...meta, facets, ...(result.estimated && { facets_are_estimates: true }) } }
  }

  /** Returns the values of one filter that begin with `prefix`, counted in the results. */
  const searchFacetValues = async (
    request: Pick<SearchRequest, 'q' | 'include' | 'exclude' | 'licensed'>,
    name: FilterName,
    prefix: string,
  ) => {
    const result = await runRequest({ ...request, sort: 'newest', page: 1, per_page: 1, counted: true })
    return { values: await findFacetValues(vocabulary, result, name, prefix), estimated: result.estimated }
  }

  /** The number of published clips and their facets. */
  const catalogTotals = cacheWithRefresh(clock, TOTALS_CACHE_MS, async () => {
    const { meta } = await search({ q: '', include: {}, exclude: {}, sort: 'newest', page: 1, per_page: 1 })
    return { total: meta.pagination.total, facets: meta.facets as Facets }
  })

  return { vocabulary, catalogTotals, search, searchFacetValues }
}

export type Search = ReturnType<typeof openSearch>
