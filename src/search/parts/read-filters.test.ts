import { expect, test } from 'vitest'

import type { TextReading } from '#catalog/contract.ts'
import { emptyBrowseQuery, setFilterState } from '#catalog/filters.ts'

import { toTypedSearch, withReadFilters } from './read-filters.ts'

const q = 'aerial ocean at dusk no people'
const browse = { ...emptyBrowseQuery, q, include: { motion: ['timelapse'] } }
const filters: TextReading['filters'] = [
  { name: 'look', value: 'aerial', exclude: false, text: 'aerial', spans: [[0, 6]] },
  { name: 'time', value: 'dusk', exclude: false, text: 'at dusk', spans: [[16, 20]] },
  { name: 'people', value: 'none', exclude: false, text: 'no people', spans: [[21, 30]] },
]
const active = withReadFilters(browse, filters)

test('read filters are active beside the chosen ones', () => {
  expect(active.include).toEqual({ motion: ['timelapse'], look: ['aerial'], time: ['dusk'], people: ['none'] })
})

test('a further choice leaves the read filters to the words', () => {
  expect(toTypedSearch(setFilterState(active, 'category', 'oceans', 'include'), browse, filters)).toEqual({
    ...browse,
    include: { motion: ['timelapse'], category: ['oceans'] },
  })
})

test('a removed read filter becomes a plain word, and a negated one is dropped', () => {
  expect(toTypedSearch(setFilterState(active, 'time', 'dusk', undefined), browse, filters)).toEqual({
    ...browse,
    q: 'aerial ocean at "dusk" no people',
  })
  expect(toTypedSearch(setFilterState(active, 'people', 'none', undefined), browse, filters).q).toBe(
    'aerial ocean at dusk',
  )
})

test('a read filter that is turned round is chosen', () => {
  expect(toTypedSearch(setFilterState(active, 'look', 'aerial', 'exclude'), browse, filters)).toEqual({
    ...browse,
    q: '"aerial" ocean at dusk no people',
    exclude: { look: ['aerial'] },
  })
})

test('of several values that were read from the same words, the others stay when one is removed', () => {
  const sizes: TextReading['filters'] = ['4k', '8k'].map(value => ({
    name: 'resolution' as const,
    value,
    exclude: false,
    text: '4K',
    spans: [[0, 2]],
  }))
  const typed = { ...emptyBrowseQuery, q: '4K ocean' }
  const next = setFilterState(withReadFilters(typed, sizes), 'resolution', '4k', undefined)
  expect(toTypedSearch(next, typed, sizes)).toMatchObject({ q: '"4K" ocean', include: { resolution: ['8k'] } })
})
