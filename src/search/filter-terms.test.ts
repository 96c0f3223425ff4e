import fc from 'fast-check'
import { expect, test } from 'vitest'

import { numbersInRange } from '#catalog/filter-table.ts'

import { toFilterTsquery, toFilterTerms } from './filter-terms.ts'

const vocabulary = new Map(
  [
    ...['4', '5', '6', '12'].map(value => ({ filter: 'duration' as const, value })),
    { filter: 'look' as const, value: '5' },
  ].map((entry, i) => [i, entry]),
)

test('values of one filter are alternatives, and all filters must match', () => {
  const terms = toFilterTerms({ look: ['aerial', 'macro'], time: ['night'] }, { motion: ['timelapse', 'realtime'] })
  expect(terms).toEqual([
    { name: 'look', include: ['~look=aerial', '~look=macro'], exclude: [] },
    { name: 'motion', include: [], exclude: ['~motion=timelapse', '~motion=realtime'] },
    { name: 'time', include: ['~time=night'], exclude: [] },
  ])
  expect(toFilterTsquery(terms)).toBe(
    `('~look=aerial' | '~look=macro') & !'~motion=timelapse' & !'~motion=realtime' & ('~time=night')`,
  )
  expect(toFilterTsquery(toFilterTerms({}, {}))).toBe('')
})

test('a range becomes the numbers within it that clips have', () => {
  const includedTerms = (...duration: string[]) => toFilterTerms({ duration }, {}, vocabulary)[0]?.include
  expect(includedTerms('5-10')).toEqual(['~duration=5', '~duration=6'])
  expect(includedTerms('-4', '12-')).toEqual(['~duration=4', '~duration=12'])
  expect(toFilterTerms({}, { duration: ['5-10'] }, vocabulary)).toEqual([
    { name: 'duration', include: [], exclude: ['~duration=5', '~duration=6'] },
  ])
})

test('a price becomes the groups of clips that have it', () => {
  const priced = new Map(
    [
      { filter: 'price' as const, value: '49', key: 'standard-3' },
      { filter: 'price' as const, value: '98', key: 'premium-3' },
      { filter: 'price' as const, value: '49', key: 'standard-2-3' },
    ].map((entry, i) => [i, entry]),
  )
  expect(toFilterTerms({ price: ['-50'] }, {}, priced)).toEqual([
    { name: 'price', include: ['~price=standard-3', '~price=standard-2-3'], exclude: [] },
  ])
})

test('a range without any clip matches nothing when included and removes nothing when excluded', () => {
  expect(toFilterTerms({ duration: ['7-11'] }, {}, vocabulary)).toEqual([
    { name: 'duration', include: ['~none'], exclude: [] },
  ])
  expect(toFilterTerms({}, { duration: ['7-11'] }, vocabulary)).toEqual([])
})

test('frame rates match by their nominal rate and by their exact number', () => {
  const frameRates = ['23.976', '24', '29.97', '60']
  expect(numbersInRange('fps', '24', frameRates)).toEqual(['23.976', '24'])
  expect(numbersInRange('fps', '23.976', frameRates)).toEqual(['23.976'])
  expect(numbersInRange('fps', '25-30', frameRates)).toEqual(['29.97'])
  expect(numbersInRange('fps', '24-', frameRates)).toEqual(frameRates)
})

test('a span covers exactly the numbers between its ends', () => {
  const second = fc.integer({ min: 1, max: 99 })
  fc.assert(
    fc.property(second, second, fc.uniqueArray(second), (a, b, all) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      expect(numbersInRange('duration', `${a}-${b}`, all.map(String))).toEqual(
        all.filter(number => number >= low && number <= high).map(String),
      )
    }),
  )
})
