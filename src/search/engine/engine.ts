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
  hasBit,
  toNumbers,
  setBit,
  toWordCount,
  uniteBits,
} from './bits.ts'
import { FACET_SAMPLE_SIZE, sampleDocuments, countDocumentFacets, putFacet, type FacetNumbers } from './facet-counts.ts'
import { createFieldLengths, toImpact } from './impact.ts'
import { createPostings, type Postings } from './postings.ts'
import { selectTop } from './select-top.ts'
import { findTermMatches } from './term-matches.ts'
import { ENOUGH_MATCHES, matchText, type CatalogStatistics, type TextMatches } from './text-matches.ts'
import { NEAR_BIT, type TextQuery } from './text-query.ts'
import type { TsQuery } from './tsquery.ts'
import { forEachLexeme, weightOf, type PackedPosition } from './tsvector.ts'
import { ensureCapacity } from './typed-arrays.ts'

export type IndexEntry = {
  clip_id: number
  /** Popularity (0 to 1) plus freshness, which is 0.2 for each year between 2020 and the publication. */
  score: number
  popularity: number
  duration_ms: number
  published_ms: number
  /** Three letters for each facet (see facet-codes.ts). */
  facets: string
  /** The tsvector as text. */
  words: string
}

/**
 * The terms of one filter. A match has at least one of the included terms and none of the excluded terms. While there are few
 * full matches, clips with one of the `near` terms are close matches.
 */
export type EngineFilter = {
  name: string
  include: readonly string[]
  exclude: readonly string[]
  near?: readonly string[]
}

export type EngineQuery = {
  text: TextQuery | undefined
  filters: readonly EngineFilter[]
  /** Only these clips, if set. */
  among?: readonly number[] | undefined
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
  /** How similar clips are to the text by meaning, where a model says so. */
  meaning?: MeaningScores | undefined
  /** The statistics of the whole catalog, for an engine that has only a part of it. */
  statistics?: CatalogStatistics | undefined
}

/** `nearest` are also close matches. `similarityOf`: about -1 to 1, undefined for a clip that the model doesn't know. */
export type MeaningScores = {
  nearest: readonly number[]
  similarityOf: (clip_id: number) => number | undefined
}

export type ViewerTerm = { filter: string; lexeme: string; clip_ids: readonly number[] }

/** A facet's number and its filter term. */
export type FilterFacet = { number: number; lexeme: string }

export type FacetCountMap = ReadonlyMap<number, number>
/** `without`: for each filter with an inclusion, its facets (and possibly others) among the matches without that filter. */
export type EngineResult = {
  /** The full matches before the close ones, in every order. */
  clip_ids: number[]
  /** Both counts are always exact. */
  total: number
  close_total: number
  /** For each close match of the page, the slots that it doesn't have, as bits, and NEAR_BIT. */
  missing: number[]
  /** The words that no clip has. */
  unknown: string[]
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
const WORDS_PER_DOCUMENT = 24
/** The weight of popularity and freshness relative to text: they order what is about equally relevant. */
const SCORE_WEIGHT = 1 / 100
/** How many of the best matches are compared by which words are side by side. */
const COMPARED_MATCHES = 120
/** How many are compared by meaning, too, and the weight of the similarity beside a score of at most 1. */
const MEANING_MATCHES = 2_000
const MEANING_WEIGHT = 3

const findAny = (lexemes: readonly string[], postings: Pick<Postings, 'findDocuments'>, size: number): Bits =>
  lexemes.map(lexeme => postings.findDocuments(lexeme, size)).reduce(uniteBits, createBits(size))

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
  let facets: FacetNumbers = new Uint16Array(16_384)
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
    for (const facet of decodeFacets(entry.facets)) facets = putFacet(facets, end++, facet)
    starts[size] = end
    addWords(entry.words, doc)
  }

  const addWords = (words: string, doc: number): void => {
    const lengths = createFieldLengths()
    const terms: [lexeme: string, positions: PackedPosition[]][] = []
    forEachLexeme(words, (lexeme, positions) => {
      for (const position of positions) lengths[weightOf(position)] = (lengths[weightOf(position)] ?? 0) + 1
      if (positions.length === 0) postings.add(lexeme, doc)
      else terms.push([lexeme, [...positions]])
    })
    for (const [lexeme, positions] of terms) postings.add(lexeme, doc, positions, toImpact(positions, lengths))
  }

  const columnOf: Record<Sort, () => Float64Array> = {
    relevance: () => scores,
    newest: () => publishedTimes,
    popular: () => popularities,
    duration: () => durations,
  }

  /** A reused buffer of scores; all zeros between searches. */
  let totals = new Float32Array(0)

  const tieOf = (doc: number) => clip_ids[doc] ?? 0

  /** Sorts documents and returns a range of them. */
  const selectRange = (
    documents: Bits,
    text: TextMatches | undefined,
    sort: Sort,
    skip: number,
    limit: number,
    meaning: MeaningScores | undefined,
  ): number[] => {
    if (limit <= 0) return []
    const column = columnOf[sort]()
    const numbers = toNumbers(documents)
    if (!text || sort !== 'relevance') return selectTop(numbers, doc => column[doc] ?? 0, tieOf, skip, limit)
    totals = ensureCapacity(totals, size)
    text.addScores({ documents, numbers }, totals)
    const keyOf = (doc: number) => (totals[doc] ?? 0) + (column[doc] ?? 0) * SCORE_WEIGHT
    const compared = meaning ? MEANING_MATCHES : COMPARED_MATCHES
    const best = () => selectTop(numbers, keyOf, tieOf, 0, Math.max(compared, skip + limit))
    const page =
      skip >= compared
        ? selectTop(numbers, keyOf, tieOf, skip, limit)
        : (meaning ? compareMeaning(best(), keyOf, meaning) : compareBest(best(), keyOf, text)).slice(
            skip,
            skip + limit,
          )
    for (const doc of numbers) totals[doc] = 0
    return page
  }

  /** Sorts the best matches again, by which words are side by side, too. */
  const compareBest = (documents: readonly number[], keyOf: (doc: number) => number, text: TextMatches): number[] => {
    const compared = documents
      .slice(0, COMPARED_MATCHES)
      .map(doc => ({ doc, key: keyOf(doc) + text.scoreAdjacency(doc) }))
      .toSorted((a, b) => b.key - a.key || tieOf(b.doc) - tieOf(a.doc))
    return [...compared.map(({ doc }) => doc), ...documents.slice(COMPARED_MATCHES)]
  }

  /** Sorts the best matches again, by meaning, too. */
  const compareMeaning = (
    documents: readonly number[],
    keyOf: (doc: number) => number,
    { similarityOf }: MeaningScores,
  ): number[] => {
    const highest = keyOf(documents[0] ?? 0) || 1
    const compared = documents
      .slice(0, MEANING_MATCHES)
      .map(doc => ({ doc, key: keyOf(doc) / highest + MEANING_WEIGHT * (similarityOf(clip_ids[doc] ?? 0) ?? 0) }))
      .toSorted((a, b) => b.key - a.key || tieOf(b.doc) - tieOf(a.doc))
    return [...compared.map(({ doc }) => doc), ...documents.slice(MEANING_MATCHES)]
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
    const statistics = query.statistics ?? { total: size - removed }
    const text = query.text && matchText(query.text, postings, { size, live }, statistics)
    const nearest = query.meaning && text && documentsOf(query.meaning.nearest)
    const select = (documents: Bits) => {
      if (!text) return { full: documents, close: createBits(size) }
      const { full, close } = text.select(documents)
      const isShort = nearest && countBits(full) < ENOUGH_MATCHES
      const similar = isShort
        ? subtractBits(intersectBits(nearest, intersectBits(documents, text.allowed)), full)
        : close
      return { full, close: uniteBits(close, similar) }
    }
    let base = intersectBits(query.among ? documentsOf(query.among) : createFullBits(size), live)
    for (const { exclude } of query.filters)
      if (exclude.length > 0) base = subtractBits(base, findAny(exclude, termIndex, size))
    const inclusions = query.filters.filter(({ include }) => include.length > 0)
    const sets = inclusions.map(({ include, near = [] }) => {
      const strict = findAny(include, termIndex, size)
      return { strict, wide: near.length > 0 ? uniteBits(strict, findAny(near, termIndex, size)) : strict }
    })
    const selectAmong = (among: typeof sets) => {
      const strict = among.reduce((bits, set) => intersectBits(bits, set.strict), base)
      const matches = { ...select(strict), strict }
      if (among.every(set => set.wide === set.strict) || countBits(matches.full) >= ENOUGH_MATCHES) return matches
      const wide = select(among.reduce((bits, set) => intersectBits(bits, set.wide), base))
      return { ...matches, close: subtractBits(uniteBits(wide.full, wide.close), matches.full) }
    }
    const { full, close, strict } = selectAmong(sets)
    const result = uniteBits(full, close)
    const without = (nth: number) => {
      const matches = selectAmong(sets.filter((_, other) => other !== nth))
      return uniteBits(matches.full, matches.close)
    }
    const nthHeld = inclusions.findIndex(({ name }) => name === viewerTerm?.filter)
    const total = countBits(full)
    const { sort, skip, size: limit, meaning } = query
    const fullPage = selectRange(full, text, sort, skip, Math.min(limit, total - skip), meaning)
    const closePage = selectRange(close, text, sort, Math.max(0, skip - total), limit - fullPage.length, meaning)
    return {
      clip_ids: [...fullPage, ...closePage].map(doc => clip_ids[doc] ?? 0),
      total,
      close_total: countBits(close),
      missing: closePage.map(doc => (text?.getMissing(doc) ?? 0) | (hasBit(strict, doc) ? 0 : NEAR_BIT)),
      unknown: text?.unknown ?? [],
      facets: query.counted ? count(result, query) : new Map(),
      without: new Map(
        query.counted ? inclusions.map(({ name }, nth) => [name, countFilterFacets(name, without(nth), query)]) : [],
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
    /** Returns how many clips a word or phrase is in, including removed ones. */
    countMatches: (query: TsQuery): number =>
      query.kind === 'word' ? postings.countDocuments(query.lexeme) : findTermMatches(query, postings).length,
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
