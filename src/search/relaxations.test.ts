import { expect, test } from 'vitest'

import type { Facets } from '#catalog/contract.ts'
import { filterNames } from '#catalog/filter-table.ts'
import { emptyBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'

import { listFurtherRelaxations, listRelaxations } from './relaxations.ts'

const facets = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets
const listLabels = (browse: Partial<BrowseQuery>) =>
  listRelaxations({ ...emptyBrowseQuery, ...browse }, facets).map(({ label }) => label)
const findBrowse = (browse: Partial<BrowseQuery>, label: string) =>
  listRelaxations({ ...emptyBrowseQuery, ...browse }, facets).find(relaxation => relaxation.label === label)?.browse

const emptySearch: Partial<BrowseQuery> = {
  q: 'ocean sunset',
  page: 3,
  include: { look: ['aerial', 'macro'], duration: ['6-10'] },
  exclude: { time: ['night'] },
}

test('an empty search is relaxed step by step, starting with a wider range', () => {
  expect(listLabels(emptySearch)).toEqual([
    '3 to 20 seconds',
    'Any camera look',
    'Any duration',
    'With “Night”',
    'Just “sunset”',
    'Just “ocean”',
    'Without “ocean sunset”',
  ])
})

test('each relaxation starts at the first page and keeps everything else', () => {
  expect(findBrowse(emptySearch, '3 to 20 seconds')).toEqual({
    ...emptyBrowseQuery,
    ...emptySearch,
    page: 1,
    include: { look: ['aerial', 'macro'], duration: ['3-20'] },
  })
  expect(findBrowse(emptySearch, 'Any camera look')?.include).toEqual({ duration: ['6-10'] })
  expect(findBrowse(emptySearch, 'With “Night”')?.exclude).toEqual({})
  expect(findBrowse(emptySearch, 'Just “sunset”')?.q).toBe('sunset')
})

test('a phrase is split into words before it is removed', () => {
  expect(listLabels({ q: '"low sun" harbor' })).toEqual([
    '“low sun harbor” in any order',
    'Just “harbor”',
    'Just “"low sun"”',
  ])
})

test('a search with a single condition has no relaxation', () => {
  expect(listLabels({ q: 'zebra' })).toEqual([])
  expect(listLabels({ include: { look: ['aerial'] } })).toEqual([])
})

test('an open-ended range is widened at its lower end', () => {
  expect(listLabels({ include: { duration: ['40-'] } })).toEqual(['20 seconds or more'])
  expect(listLabels({ include: { fps: ['120'] } })).toEqual(['60 to 240 fps'])
})

test('when one relaxation is not enough, two are combined, each pair once, and finally every filter is removed', () => {
  const further = listFurtherRelaxations(
    { ...emptyBrowseQuery, q: 'fog', include: { look: ['macro'], time: ['night'] } },
    facets,
  )
  expect(further.map(({ label }) => label)).toEqual([
    'Without any filter',
    'Any camera look, without “fog”',
    'Any time of day, without “fog”',
  ])
  expect(further[0]?.browse).toEqual({ ...emptyBrowseQuery, q: 'fog' })
  expect(
    listFurtherRelaxations({ ...emptyBrowseQuery, q: 'zebra' }, facets).filter(
      relaxation => relaxation.browse.q === '',
    ),
  ).toEqual([])
})
