import { expect, test } from 'vitest'

import type { Facets } from '../contract.ts'
import { filterNames } from '../filter-table.ts'
import { emptyBrowse, type Browse } from '../filters.ts'
import { firstPage, labelOf, queryOf, resultTitle, wordsIn } from './searches.ts'

const none = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets
const facets: Facets = {
  ...none,
  category: [{ value: 'oceans', label: 'Oceans & Water', count: 4 }],
  subcategory: [{ value: 'open-water', label: 'Open water', count: 3 }],
  time: [{ value: 'day', label: 'Day', count: 4 }],
}
const browse: Browse = {
  ...emptyBrowse,
  q: 'ocean',
  page: 3,
  include: { subcategory: ['open-water'], look: ['golden-hour'] },
  exclude: { time: ['night'] },
}

test('the title counts, and names the words', () => {
  expect(resultTitle(browse, 128, false)).toBe('128 clips of “ocean”')
  expect(resultTitle(emptyBrowse, 1, false)).toBe('1 clip')
  expect(resultTitle(emptyBrowse, 10_000, true)).toBe('10,000+ clips')
})

test('an address shows its pages from the first, or alone when there would be too many', () => {
  expect(firstPage(1)).toBe(1)
  expect(firstPage(10)).toBe(1)
  expect(firstPage(11)).toBe(11)
})

test('asks for one page of the search, whatever page the address is at', () => {
  expect(queryOf(browse, 2)).toEqual({
    q: 'ocean',
    subcategory: 'open-water',
    look: 'golden-hour',
    'no-time': 'night',
    page: '2',
    per_page: '60',
  })
})

test('reads the words of a stock-footage address', () => {
  expect(wordsIn('ocean-waves')).toBe('ocean waves')
  expect(wordsIn('slow+motion_')).toBe('slow motion')
})

test('a value is known by its own name, or by what it reads as', () => {
  expect(labelOf(facets, 'subcategory', 'open-water')).toBe('Open water')
  expect(labelOf(facets, 'look', 'golden-hour')).toBe('Golden hour')
  expect(labelOf(facets, 'duration', '6-10')).toBe('6 to 10 seconds')
  expect(labelOf(facets, 'people', 'few')).toBe('2 to 5 people')
})
