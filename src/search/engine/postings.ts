/**
 * An inverted index: which documents have which term, and at which positions. Documents are numbered in insertion order, so
 * lists only grow at the end.
 */
import { type Bits, createBits, setBit, toWordCount } from './bits.ts'
import type { PackedPosition } from './tsvector.ts'
import { ensureCapacity } from './typed-arrays.ts'

/** The first `length` entries of `docs`, and the positions in each: `positions` from `starts[i]` up to `starts[i + 1]`. */
export type Occurrences = { docs: Uint32Array; starts: Uint32Array; positions: Uint16Array; length: number }
/** `starts` and `positions` stay empty for filter terms, which have no positions. */
type Posting = Occurrences & { bits: Bits | undefined }

/** A list with more than one document in 64 is also cached as bits, which are smaller than the list itself. */
const DENSE_RATIO = 64

const emptyPosting = (): Posting => ({
  docs: new Uint32Array(2),
  starts: new Uint32Array(0),
  positions: new Uint16Array(0),
  length: 0,
  bits: undefined,
})

export const createPostings = () => {
  const postings = new Map<string, Posting>()

  return {
    /** Adds a document. `doc` must be higher than every earlier document number. */
    add(lexeme: string, doc: number, positions: readonly PackedPosition[]): void {
      let posting = postings.get(lexeme)
      if (!posting) {
        posting = emptyPosting()
        postings.set(lexeme, posting)
      }
      const index = posting.length++
      posting.docs = ensureCapacity(posting.docs, posting.length)
      posting.docs[index] = doc
      posting.bits = undefined
      if (positions.length === 0) return
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

    forEachDocument(
      lexeme: string,
      visit: (doc: number, positions: Uint16Array, from: number, to: number) => void,
    ): void {
      const posting = postings.get(lexeme)
      if (!posting) return
      const { docs, starts, positions, length } = posting
      for (let i = 0; i < length; i++) visit(docs[i] ?? 0, positions, starts[i] ?? 0, starts[i + 1] ?? 0)
    },

    /** Returns all documents with a term. Callers must not modify the result. */
    getOccurrences: (lexeme: string): Occurrences => postings.get(lexeme) ?? emptyPosting(),
  }
}

export type Postings = ReturnType<typeof createPostings>
