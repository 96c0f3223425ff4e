/**
 * An inverted index: which documents have which term, at which positions, with which impact. Documents are numbered in
 * insertion order, so lists only grow at the end.
 */
import { type Bits, createBits, setBit, toWordCount } from './bits.ts'
import type { PackedImpact } from './impact.ts'
import type { PackedPosition } from './tsvector.ts'
import { ensureCapacity } from './typed-arrays.ts'

/** Documents in ascending order with a packed impact each. Only the first `length` entries are valid. */
export type TermMatches = { docs: Uint32Array; impacts: Uint16Array; length: number }
/** The positions in each document: `positions` from `starts[i]` up to `starts[i + 1]`. */
export type Occurrences = { docs: Uint32Array; starts: Uint32Array; positions: Uint16Array; length: number }
/** `starts`, `positions` and `impacts` stay empty for filter terms, which have no positions. */
type Posting = Occurrences & TermMatches & { bits: Bits | undefined }

/** A list with more than one document in 64 is also cached as bits, which are smaller than the list itself. */
const DENSE_RATIO = 64

const createPosting = (): Posting => ({
  docs: new Uint32Array(2),
  starts: new Uint32Array(0),
  positions: new Uint16Array(0),
  impacts: new Uint16Array(0),
  length: 0,
  bits: undefined,
})
const emptyPosting = createPosting()

export const createPostings = () => {
  const postings = new Map<string, Posting>()

  return {
    /** Adds a document. `doc` must be higher than every earlier document number. */
    add(lexeme: string, doc: number, positions: ArrayLike<PackedPosition> = [], impact: PackedImpact = 0): void {
      let posting = postings.get(lexeme)
      if (!posting) {
        posting = createPosting()
        postings.set(lexeme, posting)
      }
      const index = posting.length++
      posting.docs = ensureCapacity(posting.docs, posting.length)
      posting.docs[index] = doc
      posting.bits = undefined
      if (positions.length === 0) return
      posting.impacts = ensureCapacity(posting.impacts, posting.length)
      posting.impacts[index] = impact
      posting.starts = ensureCapacity(posting.starts, posting.length + 1)
      const from = posting.starts[index] ?? 0
      posting.positions = ensureCapacity(posting.positions, from + positions.length)
      posting.positions.set(positions, from)
      posting.starts[index + 1] = from + positions.length
    },

    /** Returns the documents with a term among the first `size`. Callers must not modify the result. */
    findDocuments(lexeme: string, size: number): Bits {
      const posting = postings.get(lexeme)
      if (!posting) return createBits(size)
      if (posting.bits?.length === toWordCount(size)) return posting.bits
      const bits = createBits(size)
      for (let i = 0; i < posting.length; i++) setBit(bits, posting.docs[i] ?? 0)
      if (posting.length > size / DENSE_RATIO) posting.bits = bits
      return bits
    },

    /** The number of documents with a term, including removed ones. */
    countDocuments: (lexeme: string): number => postings.get(lexeme)?.length ?? 0,

    /** Returns all documents with a term. Callers must not modify the result. */
    getMatches: (lexeme: string): TermMatches => postings.get(lexeme) ?? emptyPosting,
    getOccurrences: (lexeme: string): Occurrences => postings.get(lexeme) ?? emptyPosting,

    /** Returns the positions of a term in one document. */
    findPositions(lexeme: string, doc: number): Uint16Array {
      const { docs, starts, positions, length } = postings.get(lexeme) ?? emptyPosting
      const i = findFirstFrom(docs, doc, 0, length)
      return i < length && docs[i] === doc ? positions.subarray(starts[i], starts[i + 1]) : noPositions
    },
  }
}

const noPositions = new Uint16Array(0)

/** Returns the index, from `low` up to `high`, of the first document that is not before `doc`. Fast when it is near `low`. */
export const findFirstFrom = (docs: Uint32Array, doc: number, low: number, high: number): number => {
  let first = low
  let end = low + 1
  for (let step = 1; end < high && (docs[end - 1] ?? 0) < doc; step *= 2) {
    first = end
    end += step
  }
  if (end > high) end = high
  while (first < end) {
    const middle = (first + end) >> 1
    if ((docs[middle] ?? 0) < doc) first = middle + 1
    else end = middle
  }
  return first
}

export type Postings = ReturnType<typeof createPostings>
