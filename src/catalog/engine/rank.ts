/** How well a document answers typed words. */
import { type Bits, hasBit } from './bits.ts'
import type { Postings } from './postings.ts'
import type { Query } from './tsquery.ts'
import { weightOf } from './tsvector.ts'

/** What a word is worth by where it stands: name 1, keywords 0.4, collection and filmmaker 0.2, description 0.1; each counts once. */
const worth = [0.1, 0.2, 0.4, 1]

const worthOf = (places: Uint16Array, from: number, to: number): number => {
  let seen = 0
  let sum = 0
  for (let at = from; at < to; at++) {
    const weight = weightOf(places[at] ?? 0)
    if (seen & (1 << weight)) continue
    seen |= 1 << weight
    sum += worth[weight] ?? 0
  }
  return sum
}

/** Words of which any will do count as one: an `any` with all that it holds, or a single word. What is left out counts for nothing. */
const groupsOf = (query: Query): string[][] => {
  if (query.kind === 'word') return [[query.lexeme]]
  if (query.kind === 'not') return []
  if (query.kind === 'all') return query.of.flatMap(groupsOf)
  if (query.kind === 'phrase') return [query.before, query.after].flatMap(groupsOf)
  const lexemes = query.of.flatMap(groupsOf).flat()
  return lexemes.length > 0 ? [lexemes] : []
}

/**
 * Adds `share` times the worth of each of the `matches`, 0 to 1.7 (of each group its best word, over all groups the mean), to
 * its place in `total`. `spare` is as long, all zeros, and left so.
 */
export const addRank = (
  query: Query,
  share: number,
  { postings, matches, total, spare }: { postings: Postings; matches: Bits; total: Float32Array; spare: Float32Array },
): void => {
  const groups = groupsOf(query)
  const weight = share / groups.length
  for (const group of groups) {
    const [only] = group
    if (group.length === 1 && only !== undefined) {
      postings.each(only, (doc, places, from, to) => {
        if (hasBit(matches, doc)) total[doc] = (total[doc] ?? 0) + weight * worthOf(places, from, to)
      })
      continue
    }
    for (const lexeme of group)
      postings.each(lexeme, (doc, places, from, to) => {
        if (hasBit(matches, doc)) spare[doc] = Math.max(spare[doc] ?? 0, worthOf(places, from, to))
      })
    for (const lexeme of group)
      postings.each(lexeme, doc => {
        if (!hasBit(matches, doc)) return
        total[doc] = (total[doc] ?? 0) + weight * (spare[doc] ?? 0)
        spare[doc] = 0
      })
  }
}
