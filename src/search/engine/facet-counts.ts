/** Counts how often each facet occurs among documents. */
import { decodeFacets } from '#catalog/facet-codes.ts'

import { ensureCapacity } from './typed-arrays.ts'

/** A reusable counting buffer, all zeros between uses, longer than the highest facet number that was put. */
let counts = new Uint32Array(4096)

/** Above this many documents, facets are counted in an evenly spaced sample. */
export const FACET_SAMPLE_SIZE = 10_000

/** Returns an evenly spaced sample of at most `cap` documents and how many documents each sampled one represents. */
export const sampleDocuments = (docs: Uint32Array, cap: number): { docs: Uint32Array; weight: number } => {
  if (docs.length <= cap) return { docs, weight: 1 }
  const weight = docs.length / cap
  const sample = new Uint32Array(cap)
  for (let i = 0; i < cap; i++) sample[i] = docs[Math.floor(i * weight)] ?? 0
  return { docs: sample, weight }
}

/** The facet numbers of all documents, in 16 bits while they fit: reading them is most of the work, and half the memory is faster. */
export type FacetNumbers = Uint16Array | Uint32Array
const MAX_16_BITS = 0xffff

/** Returns the array with a number at an index, which is larger or has wider elements if needed. */
export const putFacet = (facets: FacetNumbers, at: number, facet: number): FacetNumbers => {
  const wide = facet > MAX_16_BITS && facets instanceof Uint16Array ? Uint32Array.from(facets) : facets
  const result = wide instanceof Uint16Array ? ensureCapacity(wide, at + 1) : ensureCapacity(wide, at + 1)
  result[at] = facet
  counts = ensureCapacity(counts, facet + 1)
  return result
}

/** Counts facets. The facets of a document are `facets[starts[doc]]` up to `facets[starts[doc + 1]]`. */
export const countDocumentFacets = (
  docs: Uint32Array,
  starts: Uint32Array,
  facets: FacetNumbers,
  weight = 1,
): Map<number, number> => {
  const counters = counts
  const facetNumbers: number[] = []
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] ?? 0
    const end = starts[doc + 1] ?? 0
    for (let at = starts[doc] ?? 0; at < end; at++) {
      const facet = facets[at] ?? 0
      const count = counters[facet] ?? 0
      if (count === 0) facetNumbers.push(facet)
      counters[facet] = count + 1
    }
  }
  const result = new Map<number, number>()
  for (const facet of facetNumbers) {
    result.set(facet, Math.round((counters[facet] ?? 0) * weight))
    counters[facet] = 0
  }
  return result
}

/** Counts facets in the joined facet codes of any number of documents. */
export const countEncodedFacets = (codes: string): Map<number, number> => {
  const numbers = decodeFacets(codes)
  let facets: FacetNumbers = new Uint16Array(numbers.length)
  for (const [at, facet] of numbers.entries()) facets = putFacet(facets, at, facet)
  return countDocumentFacets(Uint32Array.of(0), Uint32Array.of(0, numbers.length), facets)
}
