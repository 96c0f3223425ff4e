import { expect, test } from 'vitest'

import { parseBrowseQuery } from '#catalog/filters.ts'

import { getSearchHead } from './search-head.ts'

const headOf = (search: string, total = 100) => getSearchHead(parseBrowseQuery(new URLSearchParams(search)), total)

test('a search has one canonical path, regardless of other parameters', () => {
  const { path } = headOf('category=oceans&q=waves')
  expect(path).toBe('/clips?q=waves&category=oceans')
  for (const search of ['q=waves&category=oceans&sort=newest', 'utm_source=mail&q=waves&category=oceans&page=1'])
    expect(headOf(search).path).toBe(path)
})

test.each([
  ['q=waves', false],
  ['q=waves&exact=1', true],
  ['q=waves&page=10', false],
  ['q=waves&page=11', true],
  ['category=oceans&look=aerial', false],
  ['category=oceans&look=aerial&time=dusk', true],
  ['category=oceans,skies&no-look=aerial', true],
])('%s is excluded from search engines: %s', (search, noindex) => {
  expect(headOf(search).noindex).toBe(noindex)
})

test('a search without results is excluded', () => {
  expect(headOf('q=waves', 0).noindex).toBe(true)
})
