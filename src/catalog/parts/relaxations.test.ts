import { expect, test } from 'vitest'

import type { Facets } from '../contract.ts'
import { filterNames } from '../filter-table.ts'
import { emptyBrowse, type Browse } from '../filters.ts'
import { furtherRelaxations, relaxations } from './relaxations.ts'

const facets = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets
const labelsOf = (browse: Partial<Browse>) =>
  relaxations({ ...emptyBrowse, ...browse }, facets).map(({ label }) => label)
const leadTo = (browse: Partial<Browse>, label: string) =>
  relaxations({ ...emptyBrowse, ...browse }, facets).find(one => one.label === label)?.browse

const asked: Partial<Browse> = {
  q: 'ocean sunset',
  page: 3,
  include: { look: ['aerial', 'macro'], duration: ['6-10'] },
  exclude: { time: ['night'] },
}

test('an empty result is loosened a little at a time, the wider range first', () => {
  expect(labelsOf(asked)).toEqual([
    '3 to 20 seconds',
    'Any camera look',
    'Any duration',
    'With “Night”',
    'Just “sunset”',
    'Just “ocean”',
    'Without “ocean sunset”',
  ])
})

test('each begins at its first page and keeps all else', () => {
  expect(leadTo(asked, '3 to 20 seconds')).toEqual({
    ...emptyBrowse,
    ...asked,
    page: 1,
    include: { look: ['aerial', 'macro'], duration: ['3-20'] },
  })
  expect(leadTo(asked, 'Any camera look')?.include).toEqual({ duration: ['6-10'] })
  expect(leadTo(asked, 'With “Night”')?.exclude).toEqual({})
  expect(leadTo(asked, 'Just “sunset”')?.q).toBe('sunset')
})

test('a phrase is taken apart before it is given up', () => {
  expect(labelsOf({ q: '"low sun" harbor' })).toEqual([
    '“low sun harbor” in any order',
    'Just “harbor”',
    'Just “"low sun"”',
  ])
})

test('giving up the only condition leads nowhere', () => {
  expect(labelsOf({ q: 'zebra' })).toEqual([])
  expect(labelsOf({ include: { look: ['aerial'] } })).toEqual([])
})

test('a range that ends nowhere is widened at its beginning', () => {
  expect(labelsOf({ include: { duration: ['40-'] } })).toEqual(['20 seconds or more'])
  expect(labelsOf({ include: { fps: ['120'] } })).toEqual(['60 to 240 fps'])
})

test('where one is not enough two are given up, each pair once, and at last every filter', () => {
  const further = furtherRelaxations(
    { ...emptyBrowse, q: 'fog', include: { look: ['macro'], time: ['night'] } },
    facets,
  )
  expect(further.map(({ label }) => label)).toEqual([
    'Without any filter',
    'Any camera look, without “fog”',
    'Any time of day, without “fog”',
  ])
  expect(further[0]?.browse).toEqual({ ...emptyBrowse, q: 'fog' })
  expect(furtherRelaxations({ ...emptyBrowse, q: 'zebra' }, facets).filter(one => one.browse.q === '')).toEqual([])
})
