import fc from 'fast-check'
import { expect, test } from 'vitest'

import { centsOf, dollarsIn } from './dollars.ts'

test('amounts are read as people type them, and nothing else is an amount', () => {
  expect(['1,250', '$89.50', ' 0 ', '$ 12.5', '199.00'].map(centsOf)).toEqual([125_000, 8_950, 0, 1_250, 19_900])
  expect(['', 'free', '-5', '1.234', '1e3', '12.', '999999999'].map(centsOf)).toEqual(
    Array.from({ length: 7 }, () => null),
  )
})

test('whatever the amount, what stands in the field is read as the same', () => {
  fc.assert(
    fc.property(fc.nat(9_999_999_999), cents => {
      expect(centsOf(dollarsIn(cents))).toBe(cents)
    }),
  )
})
