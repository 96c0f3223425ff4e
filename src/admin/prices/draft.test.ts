import fc from 'fast-check'
import { expect, test } from 'vitest'

import { NewPrices } from '../../licensing/new-prices.ts'
import { priceDifferences } from '../../licensing/price-differences.ts'
import type { Prices } from '../../licensing/prices.ts'
import { draftOfPrices, numberIn, pricesOfDraft } from './draft.ts'

const dollars = fc.nat(9_999).map(number => number * 100)
const percent = (max: number) => fc.nat(max)
const anyPrices: fc.Arbitrary<Prices> = fc.record({
  distributions: fc
    .array(fc.array(dollars, { minLength: 5, maxLength: 5 }), { minLength: 8, maxLength: 8 })
    .map(rows => Object.fromEntries([1, 2, 3, 5, 6, 7, 8, 9].map((id, place) => [id, rows[place] ?? []]))),
  further_distribution_percent: percent(100),
  tier_percent: fc.record({ standard: percent(999), premium: percent(999), signature: percent(999) }),
  format_cents: fc
    .tuple(dollars, dollars, dollars, dollars)
    .map(all => ({ 1: all[0], 2: all[1], 3: all[2], 4: all[3] })),
  nonprofit_discount_percent: percent(100),
})

test('whatever the table, its fields are read as the same table, which the shop takes', () => {
  fc.assert(
    fc.property(anyPrices, prices => {
      const read = pricesOfDraft(draftOfPrices(prices))
      expect(read).toEqual(prices)
      expect(NewPrices.safeParse(read).success).toBe(true)
      expect(priceDifferences(prices, read ?? prices)).toEqual([])
    }),
  )
})

test('each cell that changes is named once, with what it was and is', () => {
  fc.assert(
    fc.property(anyPrices, anyPrices, (before, after) => {
      const differences = priceDifferences(before, after)
      const [was, is] = [draftOfPrices(before), draftOfPrices(after)]
      const changed = Object.keys(is).filter(cell => was[cell] !== is[cell])
      expect(differences.map(({ cell }) => cell).toSorted()).toEqual(changed.toSorted())
    }),
  )
})

test('only whole numbers are prices and percentages', () => {
  expect(['199', '$1,250', ' 0 ', '12.5', '79,50', '1.200', '1000000', '-1', '', 'x', undefined].map(numberIn)).toEqual(
    [199, 1_250, 0, ...Array.from({ length: 8 }, () => null)],
  )
  const [prices] = fc.sample(anyPrices, 1)
  if (prices) expect(pricesOfDraft({ ...draftOfPrices(prices), 'format_cents.1': '' })).toBeUndefined()
})
