/** How often each facet stands among some documents. */
import { numbersOfFacets } from '../facet-codes.ts'
import { roomFor } from './columns.ts'

/** Room to count in, all zeros between uses; as long as the highest number so far. */
let counts = new Uint32Array(4096)

/** Among more documents than this, every so many-th is looked at and stands for the others. */
export const counting_cap = 10_000

/** Some documents for all: every so many-th, and how many each stands for. */
export const sampled = (docs: Uint32Array, cap: number): { docs: Uint32Array; each: number } => {
  if (docs.length <= cap) return { docs, each: 1 }
  const each = docs.length / cap
  const some = new Uint32Array(cap)
  for (let i = 0; i < cap; i++) some[i] = docs[Math.floor(i * each)] ?? 0
  return { docs: some, each }
}

/** `starts[doc]` to `starts[doc + 1]` are the document's numbers in `facets`. */
export const tally = (docs: Uint32Array, starts: Uint32Array, facets: Uint32Array, each = 1): Map<number, number> => {
  const seen: number[] = []
  for (const doc of docs)
    for (let at = starts[doc] ?? 0, end = starts[doc + 1] ?? 0; at < end; at++) {
      const facet = facets[at] ?? 0
      const before = counts[facet] ?? 0
      if (before === 0) {
        seen.push(facet)
        counts = roomFor(counts, facet + 1)
      }
      counts[facet] = before + 1
    }
  const result = new Map<number, number>()
  for (const facet of seen) {
    result.set(facet, Math.round((counts[facet] ?? 0) * each))
    counts[facet] = 0
  }
  return result
}

/** The same for joined letters of any number of documents. */
export const countFacets = (codes: string): Map<number, number> => {
  const facets = numbersOfFacets(codes)
  return tally(Uint32Array.of(0), Uint32Array.of(0, facets.length), facets)
}
