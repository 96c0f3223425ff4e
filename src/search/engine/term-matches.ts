/** Evaluates words, phrases and combinations of them: which documents match, with which impact. */
import { fieldsOf, impactOf, toImpact, type PackedImpact } from './impact.ts'
import { findOccurrences } from './phrase.ts'
import type { Postings, TermMatches } from './postings.ts'
import type { TsQuery } from './tsquery.ts'

/** Callers must not modify the result. Throws a RangeError for a negation, which has no documents of its own. */
export const findTermMatches = (query: TsQuery, postings: Postings): TermMatches => {
  switch (query.kind) {
    case 'word':
      return postings.getMatches(query.lexeme)
    case 'phrase':
      return findPhrase(query, postings)
    case 'any':
      return query.of.map(part => findTermMatches(part, postings)).reduce(uniteMatches)
    case 'all':
      return query.of.map(part => findTermMatches(part, postings)).reduce(intersectMatches)
    default:
      throw new RangeError('A negation cannot be an alternative')
  }
}

const createMatches = (length: number): TermMatches => ({
  docs: new Uint32Array(length),
  impacts: new Uint16Array(length),
  length: 0,
})

const findPhrase = (phrase: TsQuery, postings: Postings): TermMatches => {
  const { docs, starts, positions, length } = findOccurrences(phrase, postings)
  const result = createMatches(length)
  for (let i = 0; i < length; i++)
    addMatch(result, docs[i] ?? 0, toImpact(positions.subarray(starts[i], starts[i + 1])))
  return result
}

const addMatch = (matches: TermMatches, doc: number, impact: PackedImpact) => {
  matches.docs[matches.length] = doc
  matches.impacts[matches.length++] = impact
}

/** A document with both has the higher impact, and the fields of both. */
const uniteMatches = (a: TermMatches, b: TermMatches): TermMatches => {
  const result = createMatches(a.length + b.length)
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const docA = i < a.length ? (a.docs[i] ?? 0) : Infinity
    const docB = j < b.length ? (b.docs[j] ?? 0) : Infinity
    const impactA = docA <= docB ? (a.impacts[i++] ?? 0) : 0
    const impactB = docB <= docA ? (b.impacts[j++] ?? 0) : 0
    addMatch(
      result,
      Math.min(docA, docB),
      Math.max(impactA & 0xff, impactB & 0xff) | fieldsOf(impactA) | fieldsOf(impactB),
    )
  }
  return result
}

/** A document has the mean impact, and the fields that have all parts. */
const intersectMatches = (a: TermMatches, b: TermMatches): TermMatches => {
  const result = createMatches(Math.min(a.length, b.length))
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const docA = a.docs[i] ?? 0
    const docB = b.docs[j] ?? 0
    if (docA === docB) {
      const [impactA = 0, impactB = 0] = [a.impacts[i], b.impacts[j]]
      addMatch(
        result,
        docA,
        Math.round(((impactOf(impactA) + impactOf(impactB)) / 2) * 255) | (fieldsOf(impactA) & fieldsOf(impactB)),
      )
    }
    if (docA <= docB) i++
    if (docB <= docA) j++
  }
  return result
}
