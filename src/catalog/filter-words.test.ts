import fc from 'fast-check'
import { expect, test } from 'vitest'

import { coveredBy } from './filter-table.ts'
import { filterQuery, filterWords } from './filter-words.ts'

const vocabulary = new Map(
  [
    ...['4', '5', '6', '12'].map(value => ({ filter: 'duration' as const, value })),
    { filter: 'look' as const, value: '5' },
  ].map((one, i) => [i, one]),
)

test('values of a filter may each do, filters must all', () => {
  const words = filterWords({ look: ['aerial', 'macro'], time: ['night'] }, { motion: ['timelapse', 'realtime'] })
  expect(words).toEqual([
    { name: 'look', include: ['~look=aerial', '~look=macro'], exclude: [] },
    { name: 'motion', include: [], exclude: ['~motion=timelapse', '~motion=realtime'] },
    { name: 'time', include: ['~time=night'], exclude: [] },
  ])
  expect(filterQuery(words)).toBe(
    `('~look=aerial' | '~look=macro') & !'~motion=timelapse' & !'~motion=realtime' & ('~time=night')`,
  )
  expect(filterQuery(filterWords({}, {}))).toBe('')
})

test('a range asks for the numbers within it that there are', () => {
  const wanted = (...duration: string[]) => filterWords({ duration }, {}, vocabulary)[0]?.include
  expect(wanted('5-10')).toEqual(['~duration=5', '~duration=6'])
  expect(wanted('-4', '12-')).toEqual(['~duration=4', '~duration=12'])
  expect(filterWords({}, { duration: ['5-10'] }, vocabulary)).toEqual([
    { name: 'duration', include: [], exclude: ['~duration=5', '~duration=6'] },
  ])
})

test('a range that nothing is in finds nothing, and leaves out nothing', () => {
  expect(filterWords({ duration: ['7-11'] }, {}, vocabulary)).toEqual([
    { name: 'duration', include: ['~none'], exclude: [] },
  ])
  expect(filterWords({}, { duration: ['7-11'] }, vocabulary)).toEqual([])
})

test('rates are found by what people call them, and by their own number', () => {
  const rates = ['23.976', '24', '29.97', '60']
  expect(coveredBy('fps', '24', rates)).toEqual(['23.976', '24'])
  expect(coveredBy('fps', '23.976', rates)).toEqual(['23.976'])
  expect(coveredBy('fps', '25-30', rates)).toEqual(['29.97'])
  expect(coveredBy('fps', '24-', rates)).toEqual(rates)
})

test('what is within a span lies between its ends', () => {
  const second = fc.integer({ min: 1, max: 99 })
  fc.assert(
    fc.property(second, second, fc.uniqueArray(second), (a, b, all) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      expect(coveredBy('duration', `${a}-${b}`, all.map(String))).toEqual(
        all.filter(one => one >= low && one <= high).map(String),
      )
    }),
  )
})
