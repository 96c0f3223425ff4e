/** The search: reads and plans the text, runs it in the engine or PostgreSQL, and builds the response. */

import { openCardCache } from '#catalog/card-cache.server.ts'
import type { Facets, TextReading } from '#catalog/contract.ts'
import type { FilterName } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, type Filters, type Sort } from '#catalog/filters.ts'
import { cacheByKey, cacheWithRefresh } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { findDirectHit, withFirstCard } from './direct-hits.server.ts'
import { createEngineSync } from './engine/engine-sync.server.ts'
import type { Engine } from './engine/engine.ts'
import { MAX_SLOTS, slotBit, type Slot } from './engine/text-query.ts'
import { facetsByFilter, findFacetValues, toFacets, openVocabulary } from './facets.server.ts'
import { NO_MATCH_TERM, toFilterTerms, hasRanges, type FilterTerms } from './filter-terms.ts'
import { openMeaning } from './meaning/meaning.server.ts'
import { toReading } from './reading.server.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'
import { searchBySql } from './sql-search.server.ts'
import { openTextPlanner, type TextPlan } from './text-planner.server.ts'

/** PostgreSQL counts matches up to this cap; beyond it, totals and facets are estimates. */
export const COUNTING_CAP = 10_000
const TOTALS_CACHE_MS = 10_000
/** Whether a text finds anything rarely changes. */
const MATCHES_CACHE_MS = 60_000
const MAX_CACHED_MATCHES = 20_000
/** The index term of the license filter’s only value. */
const LICENSED_TERM = '~license=licensed'
const LICENSED_SEARCH_UNAVAILABLE =
  'The clips that your workspace has licensed cannot be searched right now. Please try again in a moment.'

const WORDS_UNAVAILABLE = 'Words can’t be combined with a color or picture right now. Please try again in a moment.'

export type SearchRequest = {
  q: string
  /** Searches for the words as typed: no filter is read from them. */
  exact?: boolean
  include: Filters
  exclude: Filters
  sort: Sort
  page: number
  per_page: number
  /** Whether to count facets; by default on the first page. */
  counted?: boolean
  /** The clips that the user’s workspace has licensed. */
  licensed?: readonly number[]
  /** The visitor's language, such as `de`: it decides what a word of several languages means. */
  language?: string | undefined
  /** The workspace whose orders the user may see. */
  orders_of?: number | undefined
}

/** What narrows the clips of a color or picture. */
export type NarrowingRequest = Pick<SearchRequest, 'q' | 'language' | 'include' | 'exclude'>

type SearchMeta = ReturnType<typeof toPagination> & {
  facets?: Facets
  facets_are_estimates?: boolean
  reading?: TextReading
}
/** One page of results: the cards as JSON text, and the metadata. */
export type SearchPage = { cards: string; meta: SearchMeta }

type Ran = { result: SearchResult; planned: TextPlan<SearchRequest> }

/** Filters that a word reads as well as a keyword does. Numbers, people and rights stay strict. */
const describing: ReadonlySet<FilterName> = new Set(['look', 'motion', 'time', 'location', 'color', 'keyword'])

const noMatchFilters: FilterTerms[] = [{ name: 'category', include: [NO_MATCH_TERM], exclude: [] }]

type SearchDeps = { db: Db; clock: Clock; config?: Pick<Config, 'embeddings'> }

export const openSearch = ({ db, clock, config }: SearchDeps, cap = COUNTING_CAP) => {
  const meaning = openMeaning(db, clock, config?.embeddings)
  const vocabulary = openVocabulary(db, clock)
  const { terms, names, plan, loadLexemes } = openTextPlanner({ db, clock }, vocabulary)
  const cards = openCardCache(db)
  const follower = createEngineSync(db)
  follower.onChange(cards.invalidate)

  const runQuery = async (query: SearchQuery, engine: Engine | undefined): Promise<SearchResult> => {
    if (engine) {
      const { clip_ids, ...result } = engine.find({ ...query, facetsOf: facetsByFilter(await vocabulary.all()) })
      return { ...result, cards: await cards.list(clip_ids), is_estimate: false }
    }
    // PostgreSQL has no index of licensed clips.
    if (query.filters.some(({ name }) => name === 'license')) throw refuse(503, LICENSED_SEARCH_UNAVAILABLE)
    return searchBySql(db, query, cap)
  }

  const runPlan = async (planned: TextPlan<SearchRequest>, engine: Engine | undefined): Promise<Ran> => {
    const { include, exclude, sort, page, per_page, counted = false, licensed = [] } = planned.request
    const vocabularyEntries = hasRanges(include, exclude) ? await vocabulary.all() : undefined
    const query = {
      text: planned.text,
      meaning:
        engine && planned.text && sort === 'relevance'
          ? await meaning.find(withoutExclusions(planned.reading.words))
          : undefined,
      filters: planned.isEmpty ? noMatchFilters : toFilterTerms(include, exclude, vocabularyEntries, planned.near),
      sort,
      skip: (page - 1) * per_page,
      size: per_page,
      counted,
      held: licensed.length > 0 ? { filter: 'license', lexeme: LICENSED_TERM, clip_ids: licensed } : undefined,
    }
    return { result: await runQuery(query, engine), planned }
  }

  const runRequest = async (request: SearchRequest): Promise<Ran> => {
    const engine = await follower.current()
    const ran = await runPlan(await plan(request, engine), engine)
    const { result, planned } = ran
    const isFound = result.total > 0 || (result.close_total > 0 && Object.keys(planned.near).length === 0)
    if (isFound || planned.reading.filters.length === 0) return ran
    // What was read may have been meant as words: a clip with the keyword "dusk" is closer than one at sunset.
    const asWords = await runPlan(await plan({ ...request, exact: true }, engine), engine)
    const { total, close_total, unknown } = asWords.result
    if (total > 0 && unknown.length === 0) return asWords
    // Clips with most of the words are better than none.
    const isNothing = result.total + result.close_total === 0
    const isDescription = planned.reading.filters.every(({ name, exclude }) => !exclude && describing.has(name))
    return isNothing && isDescription && total + close_total > 0 ? asWords : ran
  }

  const search = async (request: SearchRequest): Promise<SearchPage> => {
    const { page, per_page, counted = page === 1 } = request
    const [{ result: matches, planned }, direct] = await Promise.all([
      runRequest({ ...request, counted }),
      findDirectHit(db, cards, request),
    ])
    const result = direct?.card === undefined ? matches : withFirstCard(matches, direct.card, page)
    const pagination = toPagination(page, per_page, result.total + result.close_total, result.is_estimate)
    const meta = {
      ...pagination,
      ...(request.q.trim() !== '' && { reading: await toReading(vocabulary, planned, result, direct) }),
    }
    if (!counted) return { cards: result.cards, meta }
    const facets = await toFacets(vocabulary, result, planned.request)
    return { cards: result.cards, meta: { ...meta, facets, ...(result.estimated && { facets_are_estimates: true }) } }
  }

  /** Returns the values of one filter that begin with `prefix`, counted in the results. */
  const searchFacetValues = async (
    request: Pick<SearchRequest, 'q' | 'exact' | 'include' | 'exclude' | 'licensed'>,
    name: FilterName,
    prefix: string,
  ) => {
    const { result } = await runRequest({ ...request, sort: 'newest', page: 1, per_page: 1, counted: true })
    return { values: await findFacetValues(vocabulary, result, name, prefix), estimated: result.estimated }
  }

  /**
   * Returns those of some clips that a text and filters find, with the filters that are read from the text: with all of its words, or with most of
   * them when no clip has all. Throws 503 while a large catalog is loading.
   */
  const narrow = async (
    clip_ids: readonly number[],
    { q, language, include: chosen, exclude: excluded }: NarrowingRequest,
  ): Promise<ReadonlySet<number>> => {
    const engine = await follower.current()
    if (!engine) throw refuse(503, WORDS_UNAVAILABLE)
    const { text, isEmpty, request, near } = await plan(
      { ...emptyBrowseQuery, q, language, include: chosen, exclude: excluded },
      engine,
    )
    if (isEmpty) return new Set()
    const { include, exclude } = request
    const entries = hasRanges(include, exclude) ? await vocabulary.all() : undefined
    const filters = toFilterTerms(include, exclude, entries, near)
    const among = { among: clip_ids, size: clip_ids.length, skip: 0, counted: false, sort: 'newest' } as const
    const result = engine.find({ ...among, text, filters })
    return new Set(result.total > 0 ? result.clip_ids.slice(0, result.total) : result.clip_ids)
  }

  /** Returns the facets of those of some clips that words and filters leave; undefined while a large catalog is loading. */
  const countFacetsAmong = async (
    clip_ids: readonly number[],
    { q, language, include, exclude }: NarrowingRequest,
  ): Promise<Facets | undefined> => {
    const engine = await follower.current()
    if (!engine) return undefined
    const { text, request, near } = await plan({ ...emptyBrowseQuery, q, language, include, exclude }, engine)
    const entries = await vocabulary.all()
    const filters = toFilterTerms(request.include, request.exclude, entries, near)
    const among = { among: clip_ids, size: 0, skip: 0, counted: true, sort: 'newest' } as const
    return toFacets(vocabulary, engine.find({ ...among, text, filters, facetsOf: facetsByFilter(entries) }), request)
  }

  /** Whether a clip has a word of a text, or its filters are all that it asks for. When not, the meaning alone leads to it. */
  const hasAnyWord = async (
    { q, language }: Pick<SearchRequest, 'q' | 'language'>,
    clip_id: number,
  ): Promise<boolean> => {
    const engine = await follower.current()
    if (!engine?.has(clip_id)) return true
    const { text } = await plan({ ...emptyBrowseQuery, q, language }, engine)
    if (!text || text.slots.length === 0) return true
    const among = [clip_id]
    const result = engine.find({ text, among, filters: [], sort: 'newest', skip: 0, size: 0, counted: false })
    return result.total + result.close_total > 0
  }

  /** Returns clips with some keywords, the most relevant first, and how many each has; none while the catalog is loading. */
  const findByKeywords = async (keywords: readonly string[], size: number) => {
    const engine = await follower.current()
    const labels = keywords.slice(0, MAX_SLOTS)
    const lexemes = await loadLexemes(labels)
    const slots = labels.flatMap((label): Slot[] => {
      const query = lexemes.get(label)
      return query ? [{ label, required: false, alternatives: [{ query, weight: 1, is_synonym: false }] }] : []
    })
    if (!engine || slots.length === 0) return []
    const text = { slots, excluded: [] }
    const { clip_ids, total, missing } = engine.find({
      text,
      filters: [],
      sort: 'relevance',
      skip: 0,
      size,
      counted: false,
    })
    return clip_ids.map((clip_id, i) => {
      const mask = missing[i - total] ?? 0
      return { clip_id, shared: slots.filter((_, slot) => !(mask & slotBit(slot))).length }
    })
  }

  /** The number of published clips and their facets. */
  const catalogTotals = cacheWithRefresh(clock, TOTALS_CACHE_MS, async () => {
    const { meta } = await search({ q: '', include: {}, exclude: {}, sort: 'newest', page: 1, per_page: 1 })
    return { total: meta.pagination.total, facets: meta.facets as Facets }
  })

  const shareMatch = cacheByKey<boolean>(clock, MATCHES_CACHE_MS, MAX_CACHED_MATCHES)
  /** Whether any clip has all the words of a text. Sorts by date, since relevance does not matter for a yes or no. */
  const hasMatches = (q: string) =>
    shareMatch(q, async () => {
      const request = {
        ...emptyBrowseQuery,
        q,
        exact: true,
        sort: 'newest',
        page: 1,
        per_page: 1,
        counted: false,
      } as const
      const { result } = await runRequest(request)
      return result.total > 0 && result.unknown.length === 0
    })

  return {
    vocabulary,
    terms,
    names,
    catalogTotals,
    search,
    searchFacetValues,
    meaning,
    hasMatches,
    hasAnyWord,
    narrow,
    countFacetsAmong,
    findByKeywords,
  }
}

export type Search = ReturnType<typeof openSearch>

/** A model doesn't understand what isn't meant. */
const withoutExclusions = (words: string) =>
  words
    .replaceAll(/(?<!\S)-(?:"[^"]*"|\S+)/g, ' ')
    .replaceAll('"', ' ')
    .trim()
