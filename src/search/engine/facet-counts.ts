/** Counts how often each facet occurs among documents. */
import { decodeFacets } from '#catalog/facet-codes.ts'

import { ensureCapacity } from './typed-arrays.ts'

/** A reusable counting buffer, all zeros between uses, as long as the highest facet number so far. */
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

/** Counts facets. The facets of a document are `facets[starts[doc]]` up to `facets[starts[doc + 1]]`. */
export const countDocumentFacets = (
  docs: Uint32Array,
  starts: Uint32Array,
  facets: Uint32Array,
  weight = 1,
): Map<number, number> => {
  const facetNumbers: number[] = []
  for (const doc of docs)
    for (let at = starts[doc] ?? 0, end = starts[doc + 1] ?? 0; at < end; at++) {
      const facet = facets[at] ?? 0
      const count = counts[facet] ?? 0
      if (count === 0) {
        facetNumbers.push(facet)
        counts = ensureCapacity(counts, facet + 1)
      }
      counts[facet] = count + 1
    }
  const result = new Map<number, number>()
  for (const facet of facetNumbers) {
    result.set(facet, Math.round((counts[facet] ?? 0) * weight))
    counts[facet] = 0
  }
  return result
}

/** Counts facets in the joined facet codes of any number of documents. */
export const countEncodedFacets = (codes: string): Map<number, number> => {
  const facets = decodeFacets(codes)
  return countDocumentFacets(Uint32Array.of(0), Uint32Array.of(0, facets.length), facets)
}
