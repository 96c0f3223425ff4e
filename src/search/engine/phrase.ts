/** Finds phrases by merging the position lists of their words. */
import type { Postings, Occurrences } from './postings.ts'
import type { TsQuery } from './tsquery.ts'
import { positionOf } from './tsvector.ts'

/**
 * Returns where words, phrases and alternatives of them occur. A phrase's position is its last word. Other queries have no
 * positions.
 */
export const findOccurrences = (query: TsQuery, postings: Postings): Occurrences => {
  switch (query.kind) {
    case 'word':
      return postings.getOccurrences(query.lexeme)
    case 'any':
      return query.of.map(part => findOccurrences(part, postings)).reduce(mergeOccurrences)
    case 'phrase':
      return findFollowing(
        findOccurrences(query.before, postings),
        findOccurrences(query.after, postings),
        query.distance,
      )
    default:
      return createOccurrences(0, 0)
  }
}

const createOccurrences = (docCount: number, positionCount: number): Occurrences => ({
  docs: new Uint32Array(docCount),
  starts: new Uint32Array(docCount + 1),
  positions: new Uint16Array(positionCount),
  length: 0,
})

const docAt = ({ docs, length }: Occurrences, i: number): number => (i < length ? (docs[i] ?? 0) : Infinity)
const startAt = ({ starts }: Occurrences, i: number): number => starts[i] ?? 0

/** Returns the positions of `after` that are `distance` words after a position of `before`. */
const findFollowing = (before: Occurrences, after: Occurrences, distance: number): Occurrences => {
  const result = createOccurrences(Math.min(before.length, after.length), startAt(after, after.length))
  let end = 0
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    const doc = docAt(before, i)
    const other = docAt(after, j)
    if (doc === other) {
      const from = end
      for (let at = startAt(after, j); at < startAt(after, j + 1); at++) {
        const packed = after.positions[at] ?? 0
        if (hasPosition(before, i, positionOf(packed) - distance)) result.positions[end++] = packed
      }
      if (end > from) {
        result.docs[result.length++] = doc
        result.starts[result.length] = end
      }
    }
    if (doc <= other) i++
    if (other <= doc) j++
  }
  return result
}

const hasPosition = ({ starts, positions }: Occurrences, i: number, position: number): boolean => {
  for (let at = starts[i] ?? 0; at < (starts[i + 1] ?? 0); at++)
    if (positionOf(positions[at] ?? 0) === position) return true
  return false
}

/** Merges the positions of both. */
const mergeOccurrences = (a: Occurrences, b: Occurrences): Occurrences => {
  const result = createOccurrences(a.length + b.length, startAt(a, a.length) + startAt(b, b.length))
  let end = 0
  const copy = (from: Occurrences, i: number) => {
    const positions = from.positions.subarray(startAt(from, i), startAt(from, i + 1))
    result.positions.set(positions, end)
    end += positions.length
  }
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const doc = Math.min(docAt(a, i), docAt(b, j))
    if (docAt(a, i) === doc) copy(a, i++)
    if (docAt(b, j) === doc) copy(b, j++)
    result.docs[result.length++] = doc
    result.starts[result.length] = end
  }
  return result
}
