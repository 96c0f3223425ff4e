import { expect, test } from 'vitest'

import type { Facets } from '#catalog/contract.ts'
import { filterNames } from '#catalog/filter-table.ts'
import { setFilterState, emptyBrowseQuery } from '#catalog/filters.ts'

import { keepRowOrder, listFilterRows, withSpan } from './filter-rows.ts'

const facet = (counts: Record<string, number>) =>
  Object.entries(counts).map(([value, count]) => ({ value, label: value.toUpperCase(), count }))

test('a list has the values of the results, plus active values that no result has', () => {
  const browse = setFilterState(emptyBrowseQuery, 'look', 'golden-hour', 'exclude')
  expect(listFilterRows('look', facet({ aerial: 3, macro: 1 }), browse)).toEqual([
    { value: 'golden-hour', label: 'Golden hour', count: 0, choice: 'exclude' },
    { value: 'aerial', label: 'AERIAL', count: 3, choice: undefined },
    { value: 'macro', label: 'MACRO', count: 1, choice: undefined },
  ])
})

test('a fixed list always has all its values', () => {
  expect(listFilterRows('people', facet({ one: 2 }), emptyBrowseQuery).map(row => [row.value, row.count])).toEqual([
    ['none', 0],
    ['one', 2],
    ['few', 0],
    ['crowd', 0],
  ])
})

test('range presets count the clips within them, and a custom span comes first', () => {
  const browse = setFilterState(emptyBrowseQuery, 'duration', '4-7', 'include')
  const rows = listFilterRows('duration', facet({ 4: 1, 5: 10, 6: 100, 30: 1000 }), browse)
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

test('a span replaces the previous span or removes it', () => {
  const withDuration = withSpan({ ...emptyBrowseQuery, page: 2 }, 'duration', '5-10')
  expect(withDuration).toEqual({ ...emptyBrowseQuery, include: { duration: ['5-10'] } })
  expect(withSpan(withDuration, 'duration', '20-').include).toEqual({ duration: ['20-'] })
  expect(withSpan(withDuration, 'duration', undefined)).toEqual(emptyBrowseQuery)
})

test('narrower results keep the rows of the wider results in place', () => {
  const none = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets
  const before = { ...none, look: facet({ aerial: 9, macro: 5 }), keyword: facet({ fog: 4 }) }
  const after = { ...none, look: facet({ macro: 3, wide: 1 }) }
  expect(keepRowOrder(before, after).look.map(row => [row.value, row.count])).toEqual([
    ['aerial', 0],
    ['macro', 3],
    ['wide', 1],
  ])
  expect(keepRowOrder(before, after).keyword).toEqual([])
})
