/** Values of one filter by the beginning of a word in their names: lists too long to send are searched here. */
import { slugOf } from '#platform/slug.ts'

import type { FacetValue } from './contract.ts'
import type { Counts } from './engine/engine.ts'
import type { VocabularyKeeper } from './facets.server.ts'
import type { FilterName } from './filter-table.ts'

const most = 30

type Result = { facets: Counts; without: ReadonlyMap<string, Counts> }

/** The most frequent of those in the result; of a filter with an inclusion, of what would match without it. */
export const valuesLike = async (
  vocabulary: VocabularyKeeper,
  { facets, without }: Result,
  name: FilterName,
  find: string,
): Promise<FacetValue[]> => {
  const counts = without.get(name) ?? facets
  const known = await vocabulary.knowing(counts.keys())
  const beginning = find.trim() === '' ? '' : `-${slugOf(find)}`
  const values: FacetValue[] = []
  for (const [number, count] of counts) {
    const one = known.get(number)
    if (one?.filter === name && count > 0 && `-${slugOf(one.label)}`.includes(beginning))
      values.push({ value: one.value, label: one.label, count })
  }
  return values.toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1)).slice(0, most)
}
