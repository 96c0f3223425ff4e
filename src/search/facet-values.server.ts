/** Finds values of one filter by the beginning of a word in their labels, for lists that are too long to send. */

import type { FacetValue } from '#catalog/contract.ts'
import type { FilterName } from '#catalog/filter-table.ts'
import { toSlug } from '#platform/slug.ts'

import type { FacetCountMap } from './engine/engine.ts'
import { mergeEqual, type VocabularyCache } from './facets.server.ts'

const MAX_VALUES = 30

type FacetCounts = { facets: FacetCountMap; without: ReadonlyMap<string, FacetCountMap> }

/** Returns the most frequent values of the results. For a filter with an inclusion, counts the results without that filter. */
export const findFacetValues = async (
  vocabulary: VocabularyCache,
  { facets, without }: FacetCounts,
  name: FilterName,
  find: string,
): Promise<FacetValue[]> => {
  const counts = without.get(name) ?? facets
  const entries = await vocabulary.containing(counts.keys())
  const prefix = find.trim() === '' ? '' : `-${toSlug(find)}`
  const values: FacetValue[] = []
  for (const [number, count] of counts) {
    const entry = entries.get(number)
    if (entry?.filter === name && count > 0 && `-${toSlug(entry.label)}`.includes(prefix))
      values.push({ value: entry.value, label: entry.label, count })
  }
  return mergeEqual(values)
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .slice(0, MAX_VALUES)
}
