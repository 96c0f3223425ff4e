import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withAvailableFormat, type ChoiceWithFormat } from './choice.ts'
import { calculateClipsPrice } from './clips-price.ts'
import { priceOf } from './price.ts'
import type { Prices } from './prices.ts'
import { tiers } from './terms.ts'

const prices: Prices = {
  distributions: { 3: [14900, 19900, 29900, 49900, 79900], 7: [39900, 59900, 99900, 179900, 299900] },
  further_distribution_percent: 50,
  tier_percent: { standard: 100, premium: 150, signature: 200 },
  format_cents: { 1: 19900, 2: 9900, 3: 0, 4: 9900 },
  nonprofit_discount_percent: 25,
}
const web: ChoiceWithFormat = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 2 }

test('clips with the same price form one row, and a clip without the format is priced in one that it has', () => {
  const clips = [
    { tier: 'standard', format_ids: [2, 3] },
    { tier: 'standard', format_ids: [3] },
    { tier: 'standard', format_ids: [1, 2, 3] },
    { tier: 'premium', format_ids: [2] },
  ] as const
  expect(calculateClipsPrice(clips, web, prices)).toEqual({
    rows: [
      { tier: 'standard', format_id: 2, count: 2, each_cents: 29800 },
      { tier: 'standard', format_id: 3, count: 1, each_cents: 19900 },
      { tier: 'premium', format_id: 2, count: 1, each_cents: 39800 },
    ],
    cents: 2 * 29800 + 19900 + 39800,
  })
  expect(calculateClipsPrice([], web, prices)).toEqual({ rows: [], cents: 0 })
})

test('the total is the sum of the individual prices', () => {
  const anyClip = fc.record({
    tier: fc.constantFrom(...tiers),
    format_ids: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
  })
  const anyChoice = fc.record({
    org_type: fc.constantFrom('personal' as const, 'commercial' as const, 'nonprofit' as const),
    end_client_size: fc.integer({ min: 1, max: 5 }),
    distribution_ids: fc.subarray([3, 7], { minLength: 1 }),
    format_id: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(anyClip), anyChoice, (clips, choice) => {
      const singlePrices = clips.map(({ tier, format_ids }) => {
        const { format_id } = withAvailableFormat(choice, format_ids)
        return priceOf({ choice, tier, format_id }, prices).cents
      })
      const { rows, cents } = calculateClipsPrice(clips, choice, prices)
      expect(cents).toBe(singlePrices.reduce((sum, price) => sum + price, 0))
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(clips.length)
    }),
  )
})
