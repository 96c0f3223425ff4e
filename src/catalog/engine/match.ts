/** Which documents answer a query. */
import { allBits, type Bits, both, butNot, either, noBits, setBit } from './bits.ts'
import { standing } from './phrase.ts'
import type { Postings } from './postings.ts'
import type { Query } from './tsquery.ts'

/** Of the documents below `size`; the replaced and removed ones are still among them. */
export const matching = (query: Query, postings: Postings, size: number): Bits => {
  switch (query.kind) {
    case 'word':
      return postings.having(query.lexeme, size)
    case 'not':
      return butNot(allBits(size), matching(query.of, postings, size))
    case 'phrase':
      return havingPhrase(query, postings, size)
    default:
      return query.of.map(one => matching(one, postings, size)).reduce(query.kind === 'all' ? both : either)
  }
}

export const anyOf = (lexemes: readonly string[], postings: Pick<Postings, 'having'>, size: number): Bits =>
  lexemes.map(lexeme => postings.having(lexeme, size)).reduce(either, noBits(size))

const havingPhrase = (phrase: Query, postings: Postings, size: number): Bits => {
  const bits = noBits(size)
  const { docs, length } = standing(phrase, postings)
  for (let i = 0; i < length; i++) setBit(bits, docs[i] ?? 0)
  return bits
}
