import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countFacets } from './engine/tally.ts'
import { encodeFacets, most_facets } from './facet-codes.ts'

const numbers = fc.array(fc.integer({ min: 0, max: most_facets - 1 }))

test('joined letters of many clips count as the numbers themselves', () => {
  fc.assert(
    fc.property(fc.array(numbers), clips => {
      const expected = new Map<number, number>()
      for (const number of clips.flat()) expected.set(number, (expected.get(number) ?? 0) + 1)
      expect(countFacets(clips.map(encodeFacets).join(''))).toEqual(expected)
    }),
  )
})

test('a number beyond four letters is refused', () => {
  expect(() => encodeFacets([most_facets])).toThrow(RangeError)
  expect(() => encodeFacets([-1])).toThrow(RangeError)
})
