import fc from 'fast-check'
import { expect, test } from 'vitest'

import { NewPrices } from '../new-prices.ts'
import { comparePrices } from '../price-differences.ts'
import type { Prices } from '../prices.ts'
import { toPricesDraft, parseWholeNumber, parsePricesDraft } from './draft.ts'

const dollars = fc.nat(9_999).map(number => number * 100)
const percentUpTo = (max: number) => fc.nat(max)
const arbitraryPrices: fc.Arbitrary<Prices> = fc.record({
  distributions: fc
    .array(fc.array(dollars, { minLength: 5, maxLength: 5 }), { minLength: 8, maxLength: 8 })
    .map(rows => Object.fromEntries([1, 2, 3, 5, 6, 7, 8, 9].map((id, index) => [id, rows[index] ?? []]))),
  further_distribution_percent: percentUpTo(100),
  tier_percent: fc.record({ standard: percentUpTo(999), premium: percentUpTo(999), signature: percentUpTo(999) }),
  format_cents: fc
    .tuple(dollars, dollars, dollars, dollars)
    .map(cents => ({ 1: cents[0], 2: cents[1], 3: cents[2], 4: cents[3] })),
  nonprofit_discount_percent: percentUpTo(100),
})

test('a price table survives the round trip through the form’s fields, and the API accepts it', () => {
  fc.assert(
    fc.property(arbitraryPrices, prices => {
      const parsed = parsePricesDraft(toPricesDraft(prices))
      expect(parsed).toEqual(prices)
      expect(NewPrices.safeParse(parsed).success).toBe(true)
      expect(comparePrices(prices, parsed ?? prices)).toEqual([])
    }),
  )
})

test('each changed cell is listed once, with its old and new value', () => {
  fc.assert(
    fc.property(arbitraryPrices, arbitraryPrices, (before, after) => {
      const differences = comparePrices(before, after)
      const [oldDraft, newDraft] = [toPricesDraft(before), toPricesDraft(after)]
      const changedCells = Object.keys(newDraft).filter(cell => oldDraft[cell] !== newDraft[cell])
      expect(differences.map(({ cell }) => cell).toSorted()).toEqual(changedCells.toSorted())
    }),
  )
})

test('only whole numbers are valid prices and percentages', () => {
  expect(
    ['199', '$1,250', ' 0 ', '12.5', '79,50', '1.200', '1000000', '-1', '', 'x', undefined].map(parseWholeNumber),
  ).toEqual([199, 1_250, 0, ...Array.from({ length: 8 }, () => null)])
  const [prices] = fc.sample(arbitraryPrices, 1)
  if (prices) expect(parsePricesDraft({ ...toPricesDraft(prices), 'format_cents.1': '' })).toBeUndefined()
})
