import { expect, test } from 'vitest'

import { parseBrowseQuery } from '#catalog/filters.ts'

import { getSearchHead } from './search-head.ts'

const headOf = (search: string, total = 100, reading = { corrections: [] as [], close_total: 0 }) =>
  getSearchHead(parseBrowseQuery(new URLSearchParams(search)), { total, reading })

test('a search has one canonical path, regardless of other parameters', () => {
  const { path } = headOf('category=oceans&q=waves')
  expect(path).toBe('/clips?q=waves&category=oceans')
  for (const search of ['q=waves&category=oceans&sort=newest', 'utm_source=mail&q=waves&category=oceans&page=1'])
    expect(headOf(search).path).toBe(path)
})

test('a text that can be a page’s address is canonical there, with its page', () => {
  expect(headOf('q=waves').path).toBe('/stock-footage/waves')
  expect(headOf('q=Golden hour&page=2').path).toBe('/stock-footage/golden-hour?page=2')
  expect(headOf('q=葉').path).toBe('/stock-footage/%E8%91%89')
})

test.each([
  ['', false],
  ['q=waves', false],
  ['q=waves&exact=1', true],
  ['q=waves -boats', true],
  ['q="waves"', true],
  ['q=waves&page=10', false],
  ['q=waves&page=11', true],
  ['q=waves&category=oceans', true],
  ['category=oceans', false],
  ['category=oceans&look=aerial', true],
  ['category=oceans,skies', true],
  ['no-look=aerial', true],
  ['price=-100', true],
  ['collection=southern-swell', true],
])('“%s” is excluded from search engines: %s', (search, noindex) => {
  expect(headOf(search).noindex).toBe(noindex)
})

test('a search without full matches, or with a misspelled word, is excluded', () => {
  expect(headOf('q=waves', 0).noindex).toBe(true)
  expect(headOf('q=waves', 12, { corrections: [], close_total: 12 }).noindex).toBe(true)
  const reading = { corrections: [{ typed: 'wavse', corrected: 'waves' }], close_total: 0 }
  expect(getSearchHead(parseBrowseQuery(new URLSearchParams('q=wavse')), { total: 12, reading }).noindex).toBe(true)
})
