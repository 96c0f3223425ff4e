import { expect, test } from 'vitest'

import type { Facets } from '#catalog/contract.ts'
import { filterNames } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'

import { getFirstPage, getValueLabel, toClipQuery, formatResultTitle, slugToTerm } from './browse-query.ts'

const none = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets
const facets: Facets = {
  ...none,
  category: [{ value: 'oceans', label: 'Oceans & Water', count: 4 }],
  subcategory: [{ value: 'open-water', label: 'Open water', count: 3 }],
  time: [{ value: 'day', label: 'Day', count: 4 }],
}
const browse: BrowseQuery = {
  ...emptyBrowseQuery,
  q: 'ocean',
  page: 3,
  include: { subcategory: ['open-water'], look: ['golden-hour'] },
  exclude: { time: ['night'] },
}

test('the title has the counts and the search text', () => {
  const titleOf = (search: BrowseQuery, total: number, close_total = 0, total_is_estimate = false) =>
    formatResultTitle({ browse: search, total, total_is_estimate, reading: { close_total } })
  expect(titleOf(browse, 128)).toBe('128 clips of “ocean”')
  expect(titleOf(browse, 128, 100)).toBe('28 clips of “ocean”, 100 close matches')
  expect(titleOf(browse, 1, 1)).toBe('1 close match of “ocean”')
  expect(titleOf(emptyBrowseQuery, 1)).toBe('1 clip')
  expect(titleOf(emptyBrowseQuery, 10_000, 0, true)).toBe('10,000+ clips')
})

test('an address shows its pages from the first, or a single page beyond the limit', () => {
  expect(getFirstPage(1)).toBe(1)
  expect(getFirstPage(10)).toBe(1)
  expect(getFirstPage(11)).toBe(11)
})

test('the query asks for one page of the search, whatever page the address is at', () => {
  expect(toClipQuery(browse, 2)).toEqual({
    q: 'ocean',
    subcategory: 'open-water',
    look: 'golden-hour',
    'no-time': 'night',
    page: '2',
    per_page: '60',
  })
})

test('a search term address is turned back into words', () => {
  expect(slugToTerm('ocean-waves')).toBe('ocean waves')
  expect(slugToTerm('slow+motion_')).toBe('slow motion')
})

test('a value is labeled by its facet, or else by its readable value', () => {
  expect(getValueLabel(facets, 'subcategory', 'open-water')).toBe('Open water')
  expect(getValueLabel(facets, 'look', 'golden-hour')).toBe('Golden hour')
  expect(getValueLabel(facets, 'duration', '6-10')).toBe('6 to 10 seconds')
  expect(getValueLabel(facets, 'people', 'few')).toBe('2 to 5 people')
})
