import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countEncodedFacets } from '#search/engine/facet-counts.ts'

import { encodeFacets, MAX_FACETS } from './facet-codes.ts'

const numbers = fc.array(fc.integer({ min: 0, max: MAX_FACETS - 1 }))

test('joined codes of many clips count the same as the numbers themselves', () => {
  fc.assert(
    fc.property(fc.array(numbers), clips => {
      const expected = new Map<number, number>()
      for (const facet of clips.flat()) expected.set(facet, (expected.get(facet) ?? 0) + 1)
      expect(countEncodedFacets(clips.map(encodeFacets).join(''))).toEqual(expected)
    }),
  )
})

test('a number that does not fit into four characters throws', () => {
  expect(() => encodeFacets([MAX_FACETS])).toThrow(RangeError)
  expect(() => encodeFacets([-1])).toThrow(RangeError)
})
