import { expect, test } from 'vitest'

import { filterNames } from '#catalog/filter-table.ts'

import type { BrowseResults } from './load-browse.ts'
import { listRelatedTerms, formatTermFacts } from './term-facts.ts'

type Facets = BrowseResults['facets']
const facetsWith = (overrides: Partial<Facets>): Facets => ({
  ...(Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets),
  ...overrides,
})
const value = (label: string, count: number) => ({ value: label.toLowerCase(), label, count })
const exactCounts = { total_is_estimate: false, facets_are_estimates: false }

test('the description has counts and only those traits that most clips have', () => {
  const counts = facetsWith({
    filmmaker: [value('Ada', 3), value('Bo', 1), value('Chosen but absent', 0)],
    format: [value('RAW', 1), value('HD', 4)],
    look: [value('Aerial', 3), value('Macro', 1)],
    motion: [value('Realtime', 4)],
    time: [value('Night', 2), value('Day', 1)],
  })
  expect(formatTermFacts({ ...exactCounts, total: 4, facets: counts })).toBe(
    '4 clips by 2 filmmakers, available in RAW and HD. Mostly aerial and night.',
  )
  expect(formatTermFacts({ total: 10_000, total_is_estimate: true, facets_are_estimates: true, facets: counts })).toBe(
    '10,000+ clips by 2+ filmmakers, available in RAW and HD.',
  )
  const oneMaker = { ...counts, filmmaker: [value('Ada', 4)] }
  expect(formatTermFacts({ ...exactCounts, total: 4, facets: oneMaker })).toMatch(/^4 clips by Ada, available in/)
})

test('a term without clips has no description', () => {
  expect(formatTermFacts({ ...exactCounts, total: 0, facets: facetsWith({}) })).toBe('')
})

test('related terms differ from the term', () => {
  const keyword = [value('Wave', 1), value('Golden hour', 9), value('Hour', 5), value('Sunset', 7), value('Gone', 0)]
  expect(listRelatedTerms('golden hour', { keyword })).toEqual(['sunset', 'wave'])
})
