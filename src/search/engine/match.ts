/** Evaluates a query: which documents match it. */
import { createFullBits, type Bits, intersectBits, subtractBits, uniteBits, createBits, setBit } from './bits.ts'
import { findOccurrences } from './phrase.ts'
import type { Postings } from './postings.ts'
import type { TsQuery } from './tsquery.ts'

/** Returns the matches among the documents below `size`, including replaced and removed ones. */
export const findMatches = (query: TsQuery, postings: Postings, size: number): Bits => {
  switch (query.kind) {
    case 'word':
      return postings.findDocuments(query.lexeme, size)
    case 'not':
      return subtractBits(createFullBits(size), findMatches(query.of, postings, size))
    case 'phrase':
      return findPhrase(query, postings, size)
    default:
      return query.of
        .map(part => findMatches(part, postings, size))
        .reduce(query.kind === 'all' ? intersectBits : uniteBits)
  }
}

export const findAny = (lexemes: readonly string[], postings: Pick<Postings, 'findDocuments'>, size: number): Bits =>
  lexemes.map(lexeme => postings.findDocuments(lexeme, size)).reduce(uniteBits, createBits(size))

const findPhrase = (phrase: TsQuery, postings: Postings, size: number): Bits => {
  const bits = createBits(size)
  const { docs, length } = findOccurrences(phrase, postings)
  for (let i = 0; i < length; i++) setBit(bits, docs[i] ?? 0)
  return bits
}
