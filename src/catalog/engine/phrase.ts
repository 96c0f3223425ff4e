/** Where phrases stand, found by going once through the lists of their words. */
import type { Postings, Standing } from './postings.ts'
import type { Query } from './tsquery.ts'
import { placeOf } from './tsvector.ts'

/** Where words, phrases, and any of several of them stand; a phrase stands where it ends. Nothing else stands anywhere. */
export const standing = (query: Query, postings: Postings): Standing => {
  switch (query.kind) {
    case 'word':
      return postings.standing(query.lexeme)
    case 'any':
      return query.of.map(one => standing(one, postings)).reduce(together)
    case 'phrase':
      return following(standing(query.before, postings), standing(query.after, postings), query.distance)
    default:
      return room(0, 0)
  }
}

const room = (docs: number, places: number): Standing => ({
  docs: new Uint32Array(docs),
  starts: new Uint32Array(docs + 1),
  places: new Uint16Array(places),
  length: 0,
})

const docAt = ({ docs, length }: Standing, i: number): number => (i < length ? (docs[i] ?? 0) : Infinity)
const startAt = ({ starts }: Standing, i: number): number => starts[i] ?? 0

/** The places of `after` that are `distance` behind one of `before`. */
const following = (before: Standing, after: Standing, distance: number): Standing => {
  const found = room(Math.min(before.length, after.length), startAt(after, after.length))
  let end = 0
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    const doc = docAt(before, i)
    const other = docAt(after, j)
    if (doc === other) {
      const from = end
      for (let at = startAt(after, j); at < startAt(after, j + 1); at++) {
        const place = placeOf(after.places[at] ?? 0)
        if (holds(before, i, place - distance)) found.places[end++] = place
      }
      if (end > from) {
        found.docs[found.length++] = doc
        found.starts[found.length] = end
      }
    }
    if (doc <= other) i++
    if (other <= doc) j++
  }
  return found
}

const holds = ({ starts, places }: Standing, i: number, place: number): boolean => {
  for (let at = starts[i] ?? 0; at < (starts[i + 1] ?? 0); at++) if (placeOf(places[at] ?? 0) === place) return true
  return false
}

/** The places of both. */
const together = (one: Standing, other: Standing): Standing => {
  const found = room(one.length + other.length, startAt(one, one.length) + startAt(other, other.length))
  let end = 0
  const copy = (from: Standing, i: number) => {
    const places = from.places.subarray(startAt(from, i), startAt(from, i + 1))
    found.places.set(places, end)
    end += places.length
  }
  for (let i = 0, j = 0; i < one.length || j < other.length;) {
    const doc = Math.min(docAt(one, i), docAt(other, j))
    if (docAt(one, i) === doc) copy(one, i++)
    if (docAt(other, j) === doc) copy(other, j++)
    found.docs[found.length++] = doc
    found.starts[found.length] = end
  }
  return found
}
