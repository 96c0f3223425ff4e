/**
 * The impact of a term in a document: how much the document is about the term, by BM25F. It depends on the document alone, so
 * it is computed once, when the document is indexed.
 */
import { type PackedPosition, weightOf } from './tsvector.ts'

/** The impact (0 to 255) in the low 8 bits, and the fields with the term in the next 4: bit 8 is the description, bit 11 the name. */
export type PackedImpact = number

/** A field's index is its weight in a tsvector: D, C, B, A. */
const fields = [
  { name: 'description', weight: 0.25, typicalLength: 14, lengthShare: 0.5 },
  { name: 'collection and shot', weight: 0.5, typicalLength: 10, lengthShare: 0.3 },
  { name: 'keywords', weight: 1, typicalLength: 7, lengthShare: 0.5 },
  { name: 'name', weight: 1.2, typicalLength: 5, lengthShare: 0.5 },
] as const

/** BM25's k1: how soon a repeated term stops to add. */
const SATURATION = 2
const MAX_IMPACT = 255

/** Names, keywords, collections and filmmakers: all but the description. */
export const STRONG_FIELDS = 0b1110 << 8
/** Names and keywords. */
export const SUBJECT_FIELDS = 0b1100 << 8
const ALL_FIELDS = 0b1111 << 8

/** The number of terms by field. */
export type FieldLengths = Uint32Array
export const createFieldLengths = (): FieldLengths => new Uint32Array(fields.length)

const frequencies = new Float64Array(fields.length)

/** Returns the impact of a term at these positions, in a document with these lengths or one of typical length. */
export const toImpact = (positions: ArrayLike<PackedPosition>, lengths?: FieldLengths): PackedImpact => {
  frequencies.fill(0)
  for (let i = 0; i < positions.length; i++) {
    const field = weightOf(positions[i] ?? 0)
    frequencies[field] = (frequencies[field] ?? 0) + 1
  }
  let sum = 0
  let mask = 0
  for (const [field, { weight, typicalLength, lengthShare }] of fields.entries()) {
    const frequency = frequencies[field] ?? 0
    if (frequency === 0) continue
    mask |= 1 << (8 + field)
    const length = lengths?.[field] ?? typicalLength
    sum += (weight * frequency) / (1 - lengthShare + (lengthShare * length) / typicalLength)
  }
  return mask | Math.max(1, Math.round((MAX_IMPACT * sum) / (SATURATION + sum)))
}

/** Returns the impact as a number from 0 to 1. */
export const impactOf = (packed: PackedImpact): number => (packed & MAX_IMPACT) / MAX_IMPACT

export const fieldsOf = (packed: PackedImpact): number => packed & ALL_FIELDS
