import { expect, test } from 'vitest'

import { filterNames } from '../filter-table.ts'
import type { Found } from './load-browse.ts'
import { relatedTerms, termFacts } from './term-facts.ts'

type Facets = Found['facets']
const facets = (some: Partial<Facets>): Facets => ({
  ...(Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets),
  ...some,
})
const value = (label: string, count: number) => ({ value: label.toLowerCase(), label, count })
const counted = { is_estimate: false, facets_are_estimates: false }

test('a term is described by what was counted, and only by what holds for most of it', () => {
  const found = facets({
    filmmaker: [value('Ada', 3), value('Bo', 1), value('Chosen but absent', 0)],
    format: [value('RAW', 1), value('HD', 4)],
    look: [value('Aerial', 3), value('Macro', 1)],
    motion: [value('Realtime', 4)],
    time: [value('Night', 2), value('Day', 1)],
  })
  expect(termFacts({ ...counted, total: 4, facets: found })).toBe(
    '4 clips by 2 filmmakers, to license as RAW and HD. Mostly aerial, night.',
  )
  expect(termFacts({ total: 10_000, is_estimate: true, facets_are_estimates: true, facets: found })).toBe(
    '10,000+ clips by 2+ filmmakers, to license as RAW and HD.',
  )
})

test('nothing is said of nothing', () => {
  expect(termFacts({ ...counted, total: 0, facets: facets({}) })).toBe('')
})

test('related terms say something else than the term', () => {
  const keyword = [value('Wave', 1), value('Golden hour', 9), value('Hour', 5), value('Sunset', 7), value('Gone', 0)]
  expect(relatedTerms('golden hour', { keyword })).toEqual(['sunset', 'wave'])
})
