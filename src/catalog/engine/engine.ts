/**
 * The search in memory: which clips hold which words, as PostgreSQL stemmed them, with their facets and what orders them.
 * It knows nothing of databases or requests; follow.server.ts keeps it in step with `clip_search`.
 */
import { numbersOfFacets } from '../facet-codes.ts'
import type { Sort } from '../filters.ts'
import {
  allBits,
  type Bits,
  both,
  butNot,
  clearBit,
  countBits,
  countBoth,
  noBits,
  numbersIn,
  setBit,
  wordsFor,
} from './bits.ts'
import { roomFor } from './columns.ts'
import { anyOf, matching } from './match.ts'
import { openPostings } from './postings.ts'
import { addRank } from './rank.ts'
import { counting_cap, sampled, tally } from './tally.ts'
import { top } from './top.ts'
import type { Query } from './tsquery.ts'
import { eachLexeme } from './tsvector.ts'

export type Entry = {
  clip_id: number
  /** Popularity and freshness, about 0 to 2.4. */
  score: number
  popularity: number
  duration_ms: number
  published_ms: number
  /** Three letters for each facet (facet-codes.ts). */
  facets: string
  /** The tsvector as text. */
  words: string
}

/** One filter's words: any of the included must be there, none of the excluded may. */
export type FilterWords = { name: string; include: readonly string[]; exclude: readonly string[] }

export type Wanted = {
  /** The words with all that they may also mean, and just themselves: those who have the words come before those with synonyms. */
  typed: Query | undefined
  exact?: Query | undefined
  filters: readonly FilterWords[]
  sort: Sort
  skip: number
  size: number
  counted: boolean
  /** Facets of more matches are estimates. */
  cap?: number
  /** A word that stands for these clips for whoever asks, and is in no document. */
  held?: Held | undefined
  /** The facets of one filter, where they are known: to count them alone is quicker. */
  facetsOf?: (filter: string) => readonly FilterFacet[]
}

export type Held = { filter: string; lexeme: string; clip_ids: readonly number[] }

/** A facet's number and its word among those that filters look for. */
export type FilterFacet = { number: number; lexeme: string }

export type Counts = ReadonlyMap<number, number>
/** `without`: for each filter with an inclusion, its facets (and maybe others) among what would match without it. */
export type Found = {
  clip_ids: number[]
  /** Always exact. */
  total: number
  facets: Counts
  without: ReadonlyMap<string, Counts>
  /** How many of the matches are held by whoever asks; with their filter included, of what would match without it. */
  held: number
  /** Some of the facets were counted among a sample. */
  estimated: boolean
}

/** Looking at one document's facets costs about as much as intersecting so many words of bits. */
const words_per_document = 8
/** What else a word may mean counts this much against the word itself, and a clip's score this much against words. */
const wide_share = 0.3
const score_share = 1 / 20

export const openEngine = () => {
  const postings = openPostings()
  /** Documents so far, the replaced and removed ones among them. */
  let size = 0
  let gone = 0
  let alive = noBits(0)
  let clip_ids = new Int32Array(1024)
  let scores = new Float64Array(1024)
  let likes = new Float64Array(1024)
  let lengths = new Float64Array(1024)
  let ages = new Float64Array(1024)
  let starts = new Uint32Array(1025)
  let facets = new Uint32Array(16_384)
  /** The document of each clip, plus one; by clip id. */
  let docs = new Uint32Array(1024)

  const docOf = (clip_id: number) => (docs[clip_id] ?? 0) - 1

  const remove = (clip_id: number): void => {
    const doc = docOf(clip_id)
    if (doc < 0) return
    clearBit(alive, doc)
    docs[clip_id] = 0
    gone++
  }

  const put = (entry: Entry): void => {
    remove(entry.clip_id)
    const doc = size++
    alive = roomFor(alive, wordsFor(size))
    setBit(alive, doc)
    clip_ids = roomFor(clip_ids, size)
    scores = roomFor(scores, size)
    likes = roomFor(likes, size)
    lengths = roomFor(lengths, size)
    ages = roomFor(ages, size)
    starts = roomFor(starts, size + 1)
    docs = roomFor(docs, entry.clip_id + 1)
    docs[entry.clip_id] = doc + 1
    clip_ids[doc] = entry.clip_id
    scores[doc] = entry.score
    likes[doc] = entry.popularity
    lengths[doc] = entry.duration_ms
    ages[doc] = entry.published_ms
    let end = starts[doc] ?? 0
    for (const facet of numbersOfFacets(entry.facets)) {
      facets = roomFor(facets, end + 1)
      facets[end++] = facet
    }
    starts[size] = end
    eachLexeme(entry.words, (lexeme, places) => postings.add(lexeme, doc, places))
  }

  const columnOf: Record<Sort, () => Float64Array> = {
    relevance: () => scores,
    newest: () => ages,
    popular: () => likes,
    duration: () => lengths,
  }

  /** Room to rank in, all zeros between uses. */
  let total = new Float32Array(0)
  let spare = new Float32Array(0)

  const best = (wanted: Wanted, matches: Bits): number[] => {
    const found = numbersIn(matches)
    const { typed, exact, sort, skip, size: most } = wanted
    const column = columnOf[sort]()
    const place = (doc: number) => clip_ids[doc] ?? 0
    if (!typed || sort !== 'relevance') return top(found, doc => column[doc] ?? 0, place, skip, most)
    total = roomFor(total, size)
    spare = roomFor(spare, size)
    const ranking = { postings, matches, total, spare }
    if (exact) addRank(exact, 1, ranking)
    addRank(typed, exact ? wide_share : 1 + wide_share, ranking)
    const page = top(found, doc => (total[doc] ?? 0) + (column[doc] ?? 0) * score_share, place, skip, most)
    total.fill(0)
    return page
  }

  /** Whether a count since the last search began was of a sample. */
  let estimated = false
  const count = (found: Bits, { cap = counting_cap }: Wanted): Counts => {
    const { docs: some, each } = sampled(numbersIn(found), cap)
    if (each > 1) estimated = true
    return tally(some, starts, facets, each)
  }

  /** One filter's facets by intersecting, where that is quicker than looking at the documents. */
  const countOne = (filter: string, found: Bits, wanted: Wanted): Counts => {
    const known = wanted.facetsOf?.(filter)
    if (!known || known.length * wordsFor(size) > countBits(found) * words_per_document) return count(found, wanted)
    const counts = known.map(({ number, lexeme }) => [number, countBoth(found, postings.having(lexeme, size))] as const)
    return new Map(counts.filter(([, some]) => some > 0))
  }

  const documentsOf = (some: readonly number[]): Bits => {
    const bits = noBits(size)
    for (const doc of some.map(docOf)) if (doc >= 0) setBit(bits, doc)
    return bits
  }

  const find = (wanted: Wanted): Found => {
    estimated = false
    const held = wanted.held && { ...wanted.held, bits: documentsOf(wanted.held.clip_ids) }
    const words = {
      having: (lexeme: string) => (lexeme === held?.lexeme ? held.bits : postings.having(lexeme, size)),
    }
    let base = both(allBits(size), alive)
    if (wanted.typed) base = both(base, matching(wanted.typed, postings, size))
    for (const { exclude } of wanted.filters) if (exclude.length > 0) base = butNot(base, anyOf(exclude, words, size))
    const included = wanted.filters.filter(({ include }) => include.length > 0)
    const sets = included.map(({ include }) => anyOf(include, words, size))
    const result = sets.reduce(both, base)
    const without = (nth: number) => sets.filter((_, other) => other !== nth).reduce(both, base)
    const nthHeld = included.findIndex(({ name }) => name === held?.filter)
    return {
      clip_ids: best(wanted, result).map(doc => clip_ids[doc] ?? 0),
      total: countBits(result),
      facets: wanted.counted ? count(result, wanted) : new Map(),
      without: new Map(
        wanted.counted ? included.map(({ name }, nth) => [name, countOne(name, without(nth), wanted)]) : [],
      ),
      held: held ? countBoth(held.bits, nthHeld < 0 ? result : without(nthHeld)) : 0,
      estimated,
    }
  }

  return {
    put,
    remove,
    find,
    has: (clip_id: number) => docOf(clip_id) >= 0,
    /** Documents that only cost room, and their share of all. */
    get gone() {
      return gone
    },
    get waste() {
      return size === 0 ? 0 : gone / size
    },
  }
}

export type Engine = ReturnType<typeof openEngine>
