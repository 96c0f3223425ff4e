/** The search: reads and plans the text, runs it in the engine or PostgreSQL, and builds the response. */

import { openCardCache } from '#catalog/card-cache.server.ts'
import type { ClipCard, Facets, TextReading } from '#catalog/contract.ts'
import { filterTable, filterValueLabel, type FilterName } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, type Filters, type Sort } from '#catalog/filters.ts'
import { clipPath } from '#catalog/paths.ts'
import { cacheByKey, cacheWithRefresh } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { createEngineSync } from './engine/engine-sync.server.ts'
import type { Engine } from './engine/engine.ts'
import { slotBit } from './engine/text-query.ts'
import type { TsQuery } from './engine/tsquery.ts'
import { findFacetValues } from './facet-values.server.ts'
import { facetsByFilter, toFacets, openVocabulary } from './facets.server.ts'
import { NO_MATCH_TERM, toFilterTerms, hasRanges, type FilterTerms } from './filter-terms.ts'
import { openMeaning } from './meaning/meaning.server.ts'
import { withReadFilters } from './parts/read-filters.ts'
import type { SearchQuery, SearchResult } from './search-query.ts'
import { countMatchesBySql, searchBySql } from './sql-search.server.ts'
import { getDictionary } from './text/dictionary.server.ts'
import { openLexemes } from './text/lexemes.server.ts'
import { createNameIndex } from './text/names.server.ts'
import { planSearch, type SearchPlan } from './text/plan-search.server.ts'
import { createCatalogLoader } from './text/query-catalog.server.ts'
import { readNumber } from './text/read-number.ts'
import { hasOperators, readQuery, type QueryReading } from './text/read-query.ts'
import { createTermIndex } from './text/terms.server.ts'
import { splitText } from './text/text-parts.ts'
import {
  findTranslations,
  splitForeignWords,
  translateParts,
  type Translation,
  type TranslationMatch,
} from './text/translate.ts'

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

type SearchMeta = ReturnType<typeof toPagination> & {
  facets?: Facets
  facets_are_estimates?: boolean
  reading?: TextReading
}
/** One page of results: the cards as JSON text, and the metadata. */
export type SearchPage = { cards: string; meta: SearchMeta }

/** `isEmpty`: whether the text has nothing to search for. */
type Planned = SearchPlan & {
  request: SearchRequest
  reading: QueryReading
  translations: Translation[]
  isEmpty: boolean
}
type Ran = { result: SearchResult; planned: Planned }

type DirectHit = { label: string; path: string; card?: ClipCard }

/** Puts a clip on top of the first page. */
const withFirstCard = (result: SearchResult, card: ClipCard, page: number): SearchResult => {
  const listed = JSON.parse(result.cards) as ClipCard[]
  const others = listed.filter(({ id }) => id !== card.id)
  const isNew = others.length === listed.length
  return {
    ...result,
    cards: page === 1 ? JSON.stringify([card, ...others]) : result.cards,
    total: isNew ? result.total + 1 : result.total,
  }
}

const noMatchFilters: FilterTerms[] = [{ name: 'category', include: [NO_MATCH_TERM], exclude: [] }]

type SearchDeps = { db: Db; clock: Clock; config?: Pick<Config, 'embeddings'> }

export const openSearch = ({ db, clock, config }: SearchDeps, cap = COUNTING_CAP) => {
  const meaning = openMeaning(db, clock, config?.embeddings)
  const vocabulary = openVocabulary(db, clock)
  const lexemes = openLexemes(db, clock)
  const terms = createTermIndex(db, clock)
  const names = createNameIndex(db, clock)
  const loadCatalog = createCatalogLoader(vocabulary, names)
  const cards = openCardCache(db)
  const follower = createEngineSync(db)
  follower.onChange(cards.invalidate)

  const countMatches = async (queries: readonly TsQuery[], engine: Engine | undefined) =>
    engine ? queries.map(query => engine.countMatches(query)) : countMatchesBySql(db, queries)

  const planText = (q: string, exact: boolean, engine: Engine | undefined) =>
    planSearch(q, {
      ...lexemes,
      countMatches: queries => countMatches(queries, engine),
      listCorrections: async word =>
        exact || (await getDictionary()).has(word) ? [] : (await terms.get()).spellChecker.listNearest(word),
    })

  const runQuery = async (query: SearchQuery, engine: Engine | undefined): Promise<SearchResult> => {
    if (engine) {
      const { clip_ids, ...result } = engine.find({ ...query, facetsOf: facetsByFilter(await vocabulary.all()) })
      return { ...result, cards: await cards.list(clip_ids), is_estimate: false }
    }
    // PostgreSQL has no index of licensed clips.
    if (query.filters.some(({ name }) => name === 'license')) throw refuse(503, LICENSED_SEARCH_UNAVAILABLE)
    return searchBySql(db, query, cap)
  }

  /** Returns the parts of a text with foreign words in English, unless a clip has the word or it is English, too. */
  const translate = async ({ q, language }: SearchRequest, engine: Engine | undefined) => {
    const index = await lexemes.loadTranslations()
    const parts = splitForeignWords(splitText(q), index)
    const matches = hasOperators(q) ? [] : findTranslations(parts, index)
    if (matches.length === 0) return { parts: splitText(q), translations: [] }
    const dictionary = await getDictionary()
    const queries = await lexemes.loadLexemes(matches.map(({ term }) => term))
    const counts = await countMatches(
      matches.map(({ term }) => queries.get(term) ?? { kind: 'word', lexeme: NO_MATCH_TERM }),
      engine,
    )
    const isForeign = ({ term, length, options }: TranslationMatch, i: number) =>
      counts[i] === 0 &&
      (length > 1 || !dictionary.isEnglish(term) || options.some(option => option.language === language))
    return translateParts(parts, matches.filter(isForeign), language)
  }

  /** Reads the filters that the text names, and plans the search for the other words. */
  const plan = async (request: SearchRequest, engine: Engine | undefined): Promise<Planned> => {
    const { q, exact = false } = request
    const unread: QueryReading = { words: q, filters: [], exclusions: [], unavailable: [] }
    const isRead = !exact && q.trim() !== ''
    const { parts, translations } = isRead ? await translate(request, engine) : { parts: [], translations: [] }
    const reading = isRead ? readQuery(q, await loadCatalog(), parts) : unread
    const filters = listReadFilters(reading)
    const planned = await planText(reading.words, exact, engine)
    return {
      request: { ...request, ...withReadFilters({ ...emptyBrowseQuery, ...request }, filters) },
      reading,
      translations,
      ...planned,
      isEmpty: q.trim() !== '' && !planned.text && filters.length + reading.unavailable.length === 0,
    }
  }

  const runPlan = async (planned: Planned, engine: Engine | undefined): Promise<Ran> => {
    const { include, exclude, sort, page, per_page, counted = false, licensed = [] } = planned.request
    const vocabularyEntries = hasRanges(include, exclude) ? await vocabulary.all() : undefined
    const query = {
      text: planned.text,
      meaning:
        engine && planned.text && sort === 'relevance'
          ? await meaning.find(withoutExclusions(planned.reading.words))
          : undefined,
      filters: planned.isEmpty ? noMatchFilters : toFilterTerms(include, exclude, vocabularyEntries),
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
    if (result.total + result.close_total > 0 || planned.reading.filters.length === 0) return ran
    // What was read may have been meant as words.
    const asWords = await runPlan(await plan({ ...request, exact: true }, engine), engine)
    return asWords.result.total > 0 && asWords.result.unknown.length === 0 ? asWords : ran
  }

  /** Returns what a number means: a clip of the shop, or an order of the user's workspace. */
  const findDirectHit = async ({ q, orders_of }: SearchRequest): Promise<DirectHit | undefined> => {
    const number = readNumber(q)
    if (number?.kind === 'clip') {
      const [card] = JSON.parse(await cards.list([number.id])) as ClipCard[]
      return card && { label: `Clip ${card.id}: ${card.name}`, path: clipPath(card), card }
    }
    if (number?.kind !== 'order' || orders_of === undefined) return undefined
    const order = await db
      .selectFrom('orders')
      .where('workspace_id', '=', orders_of)
      .where('universal_invoice_number', '=', number.number)
      .select('id')
      .executeTakeFirst()
    return order && { label: `Order ${number.number}`, path: `/workspace/orders/${number.number}` }
  }

  const search = async (request: SearchRequest): Promise<SearchPage> => {
    const { page, per_page, counted = page === 1 } = request
    const [{ result: matches, planned }, direct] = await Promise.all([
      runRequest({ ...request, counted }),
      findDirectHit(request),
    ])
    const result = direct?.card === undefined ? matches : withFirstCard(matches, direct.card, page)
    const pagination = toPagination(page, per_page, result.total + result.close_total, result.is_estimate)
    const meta = {
      ...pagination,
      ...(request.q.trim() !== '' && { reading: await toReading(planned, result, direct) }),
    }
    if (!counted) return { cards: result.cards, meta }
    const facets = await toFacets(vocabulary, result, planned.request)
    return { cards: result.cards, meta: { ...meta, facets, ...(result.estimated && { facets_are_estimates: true }) } }
  }

  /** Names what was asked for and no clip is, with the best that clips are. */
  const nameUnavailable = async ({ unavailable }: QueryReading): Promise<TextReading['unavailable']> => {
    if (unavailable.length === 0) return []
    const present = new Set([...(await vocabulary.all()).values()].map(({ filter, value }) => `${filter}=${value}`))
    return unavailable.map(({ name, values }) => ({
      label: filterValueLabel(name, values[0] ?? ''),
      best:
        name === 'resolution'
          ? (filterTable.resolution.traits?.findLast(({ value }) => present.has(`${name}=${value}`))?.label ?? null)
          : null,
    }))
  }

  const toReading = async (
    planned: Planned,
    result: SearchResult,
    direct: DirectHit | undefined,
  ): Promise<TextReading> => {
    const { reading, text, corrections, suggestions, concepts, translations, isEmpty } = planned
    return {
      words: reading.words,
      filters: listReadFilters(reading),
      translations,
      concepts,
      direct: direct ? { label: direct.label, path: direct.path } : null,
      unavailable: await nameUnavailable(reading),
      corrections,
      suggestions,
      unknown: direct ? [] : result.unknown,
      is_empty: isEmpty,
      close_total: result.close_total,
      close_matches: result.missing.map(
        mask => text?.slots.flatMap(({ label }, i) => (mask & slotBit(i) ? [label] : [])) ?? [],
      ),
    }
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
    hasMatches,
  }
}

export type Search = ReturnType<typeof openSearch>

/** A model doesn't understand what isn't meant. */
const withoutExclusions = (words: string) =>
  words
    .replaceAll(/(?<!\S)-(?:"[^"]*"|\S+)/g, ' ')
    .replaceAll('"', ' ')
    .trim()

const listReadFilters = ({ filters }: QueryReading): TextReading['filters'] =>
  filters.flatMap(({ name, values, exclude, source_text, spans }) =>
    values.map(value => ({ name, value, exclude, text: source_text, spans: [...spans] })),
  )
