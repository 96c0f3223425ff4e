/** Reports how a text was understood. */
import type { TextReading } from '#catalog/contract.ts'
import { filterTable, filterValueLabel } from '#catalog/filter-table.ts'

import type { DirectHit } from './direct-hits.server.ts'
import { NEAR_BIT, slotBit } from './engine/text-query.ts'
import type { VocabularyCache } from './facets.server.ts'
import type { SearchResult } from './search-query.ts'
import { listReadFilters, type TextPlan } from './text-planner.server.ts'
import type { QueryReading } from './text/read-query.ts'

/** Names what was asked for and no clip is, with the best that clips are. */
const nameUnavailable = async (
  vocabulary: VocabularyCache,
  { unavailable }: QueryReading,
): Promise<TextReading['unavailable']> => {
  if (unavailable.length === 0) return []
  const present = new Set([...(await vocabulary.all()).values()].map(({ filter, value }) => `${filter}=${value}`))
  return unavailable.map(({ name, values }) => ({
    label: filterValueLabel(name, values[0] ?? ''),
    best:
      name === 'resolution'
        ? (filterTable.resolution.traits?.findLast(({ value }) => present.has(`${name}=${value}`))?.label ?? null)
        : null,
  }))
}

export const toReading = async (
  vocabulary: VocabularyCache,
  planned: TextPlan,
  result: SearchResult,
  direct: DirectHit | undefined,
): Promise<TextReading> => {
  const { reading, text, corrections, suggestions, concepts, translations, isEmpty } = planned
  const neighborless = reading.filters
    .filter(({ near }) => near.length > 0)
    .flatMap(({ name, values }) => values.map(value => filterValueLabel(name, value).toLowerCase()))
  return {
    words: reading.words,
    filters: listReadFilters(reading),
    spans: [...reading.spans],
    translations,
    concepts,
    direct: direct ? { label: direct.label, path: direct.path } : null,
    unavailable: await nameUnavailable(vocabulary, reading),
    corrections,
    suggestions,
    unknown: direct ? [] : result.unknown,
    is_empty: isEmpty,
    close_total: result.close_total,
    close_matches: result.missing.map(mask => [
      ...(text?.slots.flatMap(({ label }, i) => (mask & slotBit(i) ? [label] : [])) ?? []),
      ...(mask & NEAR_BIT ? neighborless : []),
    ]),
  }
}
