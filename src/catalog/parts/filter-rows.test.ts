import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Facets } from '../contract.ts'
import { filterNames } from '../filter-table.ts'
import { choose, emptyBrowse, readBrowse, type Browse } from '../filters.ts'
import { addressesIn, keptInPlace, rowsOf, withSpan } from './filter-rows.ts'

const facet = (counts: Record<string, number>) =>
  Object.entries(counts).map(([value, count]) => ({ value, label: value.toUpperCase(), count }))
const read = (path: string) => readBrowse(new URL(path, 'http://shop').searchParams)

test('an open list has what the result has, and what is chosen although nothing found has it', () => {
  const browse = choose(emptyBrowse, 'look', 'golden-hour', 'exclude')
  expect(rowsOf('look', facet({ aerial: 3, macro: 1 }), browse)).toEqual([
    { value: 'golden-hour', label: 'Golden hour', count: 0, choice: 'exclude' },
    { value: 'aerial', label: 'AERIAL', count: 3, choice: undefined },
    { value: 'macro', label: 'MACRO', count: 1, choice: undefined },
  ])
})

test('a fixed list is always whole', () => {
  expect(rowsOf('people', facet({ one: 2 }), emptyBrowse).map(row => [row.value, row.count])).toEqual([
    ['none', 0],
    ['one', 2],
    ['few', 0],
    ['crowd', 0],
  ])
})

test('presets of a range count the clips within; a span of one’s own stands before them', () => {
  const browse = choose(emptyBrowse, 'duration', '4-7', 'include')
  const rows = rowsOf('duration', facet({ 4: 1, 5: 10, 6: 100, 30: 1000 }), browse)
  expect(rows.map(row => [row.value, row.count])).toEqual([
    ['4-7', 111],
    ['-5', 11],
    ['6-10', 100],
    ['11-20', 0],
    ['21-60', 1000],
    ['61-', 0],
  ])
  expect(rows[0]).toMatchObject({ label: '4 to 7 seconds', choice: 'include' })
})

test('each row leads to the search with its value in, out, or let go', () => {
  const browse: Browse = { ...emptyBrowse, q: 'a VALUE', include: { look: ['macro'] }, page: 3 }
  const addresses = addressesIn(browse, 'look')
  const row = (value: string, choice?: 'include') => ({ value, label: value, count: 1, choice })
  expect(read(addresses(row('aerial'), 'include')).include).toEqual({ look: ['macro', 'aerial'] })
  expect(read(addresses(row('aerial'), 'exclude'))).toEqual({ ...browse, page: 1, exclude: { look: ['aerial'] } })
  expect(read(addresses(row('macro', 'include'), 'include'))).toEqual({ ...emptyBrowse, q: 'a VALUE' })
  expect(read(addresses(row('macro', 'include'), 'exclude')).exclude).toEqual({ look: ['macro'] })
})

test('addresses made from one are those made one by one', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.stringMatching(/^[a-z]{1,8}$/), (q, value) => {
      const browse = read(`/clips?${new URLSearchParams({ q, look: 'macro', 'no-time': 'night' })}`)
      fc.pre(value !== 'macro')
      const row = { value, label: value, count: 1, choice: undefined }
      expect(read(addressesIn(browse, 'look')(row, 'include'))).toEqual(choose(browse, 'look', value, 'include'))
    }),
  )
})

test('a span replaces the one before, or goes', () => {
  const once = withSpan({ ...emptyBrowse, page: 2 }, 'duration', '5-10')
  expect(once).toEqual({ ...emptyBrowse, include: { duration: ['5-10'] } })
  expect(withSpan(once, 'duration', '20-').include).toEqual({ duration: ['20-'] })
  expect(withSpan(once, 'duration', undefined)).toEqual(emptyBrowse)
})

test('a narrower result keeps the rows of the wider one where they were', () => {
  const none = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets
  const before = { ...none, look: facet({ aerial: 9, macro: 5 }), keyword: facet({ fog: 4 }) }
  const now = { ...none, look: facet({ macro: 3, wide: 1 }) }
  expect(keptInPlace(before, now).look.map(one => [one.value, one.count])).toEqual([
    ['aerial', 0],
    ['macro', 3],
    ['wide', 1],
  ])
  expect(keptInPlace(before, now).keyword).toEqual([])
})
