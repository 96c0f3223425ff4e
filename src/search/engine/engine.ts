/**
 * The in-memory search: which clips have which terms (as stemmed by PostgreSQL), their facets and their sort keys. It has no
 * access to the database or requests; engine-sync.server.ts keeps it in sync with `clip_search`.
 */
import { decodeFacets } from '#catalog/facet-codes.ts'
import type { Sort } from '#catalog/filters.ts'

import {
  createFullBits,
  type Bits,
  intersectBits,
  subtractBits,
  clearBit,
  countBits,
  countIntersection,
  createBits,
  toNumbers,
  setBit,
  toWordCount,
} from './bits.ts'
import { FACET_SAMPLE_SIZE, sampleDocuments, countDocumentFacets } from './facet-counts.ts'
import { findAny, findMatches } from './match.ts'
import { createPostings } from './postings.ts'
import { addScores } from './rank.ts'
import { selectTop } from './select-top.ts'
import type { TsQuery } from './tsquery.ts'
import { forEachLexeme } from './tsvector.ts'
import { ensureCapacity } from './typed-arrays.ts'

export type IndexEntry = {
  clip_id: number
  /** Popularity and freshness combined, about 0 to 2.4. */
  score: number
  popularity: number
  duration_ms: number
  published_ms: number
  /** Three letters for each facet (see facet-codes.ts). */
  facets: string
  /** The tsvector as text. */
  words: string
}

/** The terms of one filter. A match has at least one of the included terms and none of the excluded terms. */
export type EngineFilter = { name: string; include: readonly string[]; exclude: readonly string[] }

export type EngineQuery = {
  /**
   * The typed text with its synonyms (`typed`) and without them (`exact`). Clips that have the typed words rank above those
   * that match by synonym.
   */
  typed: TsQuery | undefined
  exact?: TsQuery | undefined
  filters: readonly EngineFilter[]
  sort: Sort
  skip: number
  size: number
  counted: boolean
  /** Above this number of matches, facets are estimates. */
  cap?: number
  /** A term that matches these clips for this viewer only and is in no document. */
  held?: ViewerTerm | undefined
  /** The facets of one filter, where known: counting only those is faster. */
  facetsOf?: (filter: string) => readonly FilterFacet[]
}

export type ViewerTerm = { filter: string; lexeme: string; clip_ids: readonly number[] }

/** A facet's number and its filter term. */
export type FilterFacet = { number: number; lexeme: string }

export type FacetCountMap = ReadonlyMap<number, number>
/** `without`: for each filter with an inclusion, its facets (and possibly others) among the matches without that filter. */
export type EngineResult = {
  clip_ids: number[]
  /** Always exact. */
  total: number
  facets: FacetCountMap
  without: ReadonlyMap<string, FacetCountMap>
  /**
   * How many matches have the viewer's term. If its filter is included, they are counted among the matches without that
   * filter.
   */
  held: number
  /** True when some facets were counted in a sample. */
  estimated: boolean
}

/** Reading the facets of one document costs about as much as intersecting this many words of bits. */
const WORDS_PER_DOCUMENT = 8
/** The weight of a synonym match relative to an exact match, and of a clip's score relative to text. */
const SYNONYM_WEIGHT = 0.3
const SCORE_WEIGHT = 1 / 20

export const createEngine = () => {
  const postings = createPostings()
  /** The number of documents so far, including replaced and removed ones. */
  let size = 0
  let removed = 0
  let live = createBits(0)
  let clip_ids = new Int32Array(1024)
  let scores = new Float64Array(1024)
  let popularities = new Float64Array(1024)
  let durations = new Float64Array(1024)
  let publishedTimes = new Float64Array(1024)
  let starts = new Uint32Array(1025)
  let facets = new Uint32Array(16_384)
  /** The document number of each clip plus one, by clip id. */
  let docs = new Uint32Array(1024)

  const docOf = (clip_id: number) => (docs[clip_id] ?? 0) - 1

  const remove = (clip_id: number): void => {
    const doc = docOf(clip_id)
    if (doc < 0) return
    clearBit(live, doc)
    docs[clip_id] = 0
    removed++
  }

  const put = (entry: IndexEntry): void => {
    remove(entry.clip_id)
    const doc = size++
    live = ensureCapacity(live, toWordCount(size))
    setBit(live, doc)
    clip_ids = ensureCapacity(clip_ids, size)
    scores = ensureCapacity(scores, size)
    popularities = ensureCapacity(popularities, size)
    durations = ensureCapacity(durations, size)
    publishedTimes = ensureCapacity(publishedTimes, size)
    starts = ensureCapacity(starts, size + 1)
    docs = ensureCapacity(docs, entry.clip_id + 1)
    docs[entry.clip_id] = doc + 1
    clip_ids[doc] = entry.clip_id
    scores[doc] = entry.score
    popularities[doc] = entry.popularity
    durations[doc] = entry.duration_ms
    publishedTimes[doc] = entry.published_ms
    let end = starts[doc] ?? 0
    for (const facet of decodeFacets(entry.facets)) {
      facets = ensureCapacity(facets, end + 1)
      facets[end++] = facet
    }
    starts[size] = end
    forEachLexeme(entry.words, (lexeme, positions) => postings.add(lexeme, doc, positions))
  }

  const columnOf: Record<Sort, () => Float64Array> = {
    relevance: () => scores,
    newest: () => publishedTimes,
    popular: () => popularities,
    duration: () => durations,
  }

  /** Reused score buffers; all zeros between searches. */
  let totals = new Float32Array(0)
  let scratch = new Float32Array(0)

  const selectPage = (query: EngineQuery, matches: Bits): number[] => {
    const documents = toNumbers(matches)
    const { typed, exact, sort, skip, size: limit } = query
    const column = columnOf[sort]()
    const tieOf = (doc: number) => clip_ids[doc] ?? 0
    if (!typed || sort !== 'relevance') return selectTop(documents, doc => column[doc] ?? 0, tieOf, skip, limit)
    totals = ensureCapacity(totals, size)
    scratch = ensureCapacity(scratch, size)
    const ranking = { postings, matches, totals, scratch }
    if (exact) addScores(exact, 1, ranking)
    addScores(typed, exact ? SYNONYM_WEIGHT : 1 + SYNONYM_WEIGHT, ranking)
    const page = selectTop(documents, doc => (totals[doc] ?? 0) + (column[doc] ?? 0) * SCORE_WEIGHT, tieOf, skip, limit)
    totals.fill(0)
    return page
  }

  /** True when the current search has counted facets in a sample. */
  let estimated = false
  const count = (matches: Bits, { cap = FACET_SAMPLE_SIZE }: EngineQuery): FacetCountMap => {
    const { docs: sample, weight } = sampleDocuments(toNumbers(matches), cap)
    if (weight > 1) estimated = true
    return countDocumentFacets(sample, starts, facets, weight)
  }

  /** Counts the facets of one filter by intersecting bit sets where that is faster than reading the documents. */
  const countFilterFacets = (filter: string, matches: Bits, query: EngineQuery): FacetCountMap => {
    const filterFacets = query.facetsOf?.(filter)
    if (!filterFacets || filterFacets.length * toWordCount(size) > countBits(matches) * WORDS_PER_DOCUMENT)
      return count(matches, query)
    const counts = filterFacets.map(
      ({ number, lexeme }) => [number, countIntersection(matches, postings.findDocuments(lexeme, size))] as const,
    )
    return new Map(counts.filter(([, n]) => n > 0))
  }

  const documentsOf = (ids: readonly number[]): Bits => {
    const bits = createBits(size)
    for (const doc of ids.map(docOf)) if (doc >= 0) setBit(bits, doc)
    return bits
  }

  const find = (query: EngineQuery): EngineResult => {
    estimated = false
    const viewerTerm = query.held && { ...query.held, bits: documentsOf(query.held.clip_ids) }
    const termIndex = {
      findDocuments: (lexeme: string) =>
        lexeme === viewerTerm?.lexeme ? viewerTerm.bits : postings.findDocuments(lexeme, size),
    }
    let base = intersectBits(createFullBits(size), live)
    if (query.typed) base = intersectBits(base, findMatches(query.typed, postings, size))
    for (const { exclude } of query.filters)
      if (exclude.length > 0) base = subtractBits(base, findAny(exclude, termIndex, size))
    const included = query.filters.filter(({ include }) => include.length > 0)
    const sets = included.map(({ include }) => findAny(include, termIndex, size))
    const result = sets.reduce(intersectBits, base)
    const without = (nth: number) => sets.filter((_, other) => other !== nth).reduce(intersectBits, base)
    const nthHeld = included.findIndex(({ name }) => name === viewerTerm?.filter)
    return {
      clip_ids: selectPage(query, result).map(doc => clip_ids[doc] ?? 0),
      total: countBits(result),
      facets: query.counted ? count(result, query) : new Map(),
      without: new Map(
        query.counted ? included.map(({ name }, nth) => [name, countFilterFacets(name, without(nth), query)]) : [],
      ),
      held: viewerTerm ? countIntersection(viewerTerm.bits, nthHeld < 0 ? result : without(nthHeld)) : 0,
      estimated,
    }
  }

  return {
    put,
    remove,
    find,
    has: (clip_id: number) => docOf(clip_id) >= 0,
    /** The number of removed documents that still use memory, and their share of all documents. */
    get gone() {
      return removed
    },
    get waste() {
      return size === 0 ? 0 : removed / size
    },
  }
}

export type Engine = ReturnType<typeof createEngine>
