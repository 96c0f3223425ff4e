/** Which documents hold which word, and where. Documents are numbered as they come, so every list grows at its end only. */
import { type Bits, noBits, setBit, wordsFor } from './bits.ts'
import { roomFor } from './columns.ts'
import type { Place } from './tsvector.ts'

/** The first `length` of `docs`, and where in each: `places` from `starts[i]` up to `starts[i + 1]`. */
export type Standing = { docs: Uint32Array; starts: Uint32Array; places: Uint16Array; length: number }
/** `starts` and `places` stay empty for words of filters, which stand nowhere. */
type Posting = Standing & { bits: Bits | undefined }

/** A list with more than one document in 64 is also kept as bits: those are smaller than what it already takes. */
const dense = 64

const emptyPosting = (): Posting => ({
  docs: new Uint32Array(2),
  starts: new Uint32Array(0),
  places: new Uint16Array(0),
  length: 0,
  bits: undefined,
})

export const openPostings = () => {
  const postings = new Map<string, Posting>()

  return {
    /** `doc` is higher than every one before. */
    add(lexeme: string, doc: number, places: readonly Place[]): void {
      let posting = postings.get(lexeme)
      if (!posting) {
        posting = emptyPosting()
        postings.set(lexeme, posting)
      }
      const nth = posting.length++
      posting.docs = roomFor(posting.docs, posting.length)
      posting.docs[nth] = doc
      posting.bits = undefined
      if (places.length === 0) return
      posting.starts = roomFor(posting.starts, posting.length + 1)
      const from = posting.starts[nth] ?? 0
      posting.places = roomFor(posting.places, from + places.length)
      posting.places.set(places, from)
      posting.starts[nth + 1] = from + places.length
    },

    /** The documents with a word, among the first `size`. Not to be changed by the caller. */
    having(lexeme: string, size: number): Bits {
      const posting = postings.get(lexeme)
      if (!posting) return noBits(size)
      if (posting.bits?.length === wordsFor(size)) return posting.bits
      const bits = noBits(size)
      for (let i = 0; i < posting.length; i++) setBit(bits, posting.docs[i] ?? 0)
      if (posting.length > size / dense) posting.bits = bits
      return bits
    },

    each(lexeme: string, found: (doc: number, places: Uint16Array, from: number, to: number) => void): void {
      const posting = postings.get(lexeme)
      if (!posting) return
      const { docs, starts, places, length } = posting
      for (let i = 0; i < length; i++) found(docs[i] ?? 0, places, starts[i] ?? 0, starts[i + 1] ?? 0)
    },

    /** All documents with a word. Not to be changed by the caller. */
    standing: (lexeme: string): Standing => postings.get(lexeme) ?? emptyPosting(),
  }
}

export type Postings = ReturnType<typeof openPostings>
