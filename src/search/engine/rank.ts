/** Scores how well a document matches the typed text. */
import { type Bits, hasBit } from './bits.ts'
import type { Postings } from './postings.ts'
import type { TsQuery } from './tsquery.ts'
import { weightOf } from './tsvector.ts'

/**
 * The score of a term by weight: name 1, keywords 0.4, collection and filmmaker 0.2, description 0.1. Each weight counts once.
 */
const weightScores = [0.1, 0.2, 0.4, 1]

const scorePositions = (positions: Uint16Array, from: number, to: number): number => {
  let seenWeights = 0
  let sum = 0
  for (let at = from; at < to; at++) {
    const weight = weightOf(positions[at] ?? 0)
    if (seenWeights & (1 << weight)) continue
    seenWeights |= 1 << weight
    sum += weightScores[weight] ?? 0
  }
  return sum
}

/**
 * Groups alternative terms: an `any` with everything in it is one group, and so is a single word. Negated terms do not count.
 */
const listTermGroups = (query: TsQuery): string[][] => {
  if (query.kind === 'word') return [[query.lexeme]]
  if (query.kind === 'not') return []
  if (query.kind === 'all') return query.of.flatMap(listTermGroups)
  if (query.kind === 'phrase') return [query.before, query.after].flatMap(listTermGroups)
  const lexemes = query.of.flatMap(listTermGroups).flat()
  return lexemes.length > 0 ? [lexemes] : []
}

/**
 * Adds `share` times the score of each document in `matches` (0 to 1.7: the mean over all groups of the group's best term) to
 * its element of `totals`. `scratch` has the same length, must be all zeros, and is all zeros again afterwards.
 */
export const addScores = (
  query: TsQuery,
  share: number,
  {
    postings,
    matches,
    totals,
    scratch,
  }: { postings: Postings; matches: Bits; totals: Float32Array; scratch: Float32Array },
): void => {
  const groups = listTermGroups(query)
  const weight = share / groups.length
  for (const group of groups) {
    const [only] = group
    if (group.length === 1 && only !== undefined) {
      postings.forEachDocument(only, (doc, positions, from, to) => {
        if (hasBit(matches, doc)) totals[doc] = (totals[doc] ?? 0) + weight * scorePositions(positions, from, to)
      })
      continue
    }
    for (const lexeme of group)
      postings.forEachDocument(lexeme, (doc, positions, from, to) => {
        if (hasBit(matches, doc)) scratch[doc] = Math.max(scratch[doc] ?? 0, scorePositions(positions, from, to))
      })
    for (const lexeme of group)
      postings.forEachDocument(lexeme, doc => {
        if (!hasBit(matches, doc)) return
        totals[doc] = (totals[doc] ?? 0) + weight * (scratch[doc] ?? 0)
        scratch[doc] = 0
      })
  }
}
