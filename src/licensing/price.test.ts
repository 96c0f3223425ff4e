import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { normalizeChoice, type LicenseChoice } from './choice.ts'
import { priceOf, type PriceInput } from './price.ts'
import type { Prices } from './prices.ts'
import { tiers, distributions, orgTypeIds } from './terms.ts'

const samplePrices: Prices = {
  distributions: {
    1: [7900, 9900, 14900, 24900, 39900],
    2: [9900, 12900, 19900, 34900, 54900],
    3: [14900, 19900, 29900, 49900, 79900],
    5: [24900, 34900, 54900, 89900, 149900],
    6: [29900, 39900, 69900, 119900, 199900],
    7: [39900, 59900, 99900, 179900, 299900],
    8: [29900, 39900, 69900, 119900, 199900],
    9: [24900, 34900, 54900, 89900, 149900],
  },
  further_distribution_percent: 50,
  tier_percent: { standard: 100, premium: 150, signature: 200 },
  format_cents: { 1: 19900, 2: 9900, 3: 0, 4: 9900 },
  nonprofit_discount_percent: 25,
}

const commercial = (...distribution_ids: number[]): LicenseChoice => ({
  org_type: 'commercial',
  end_client_size: 2,
  distribution_ids,
})
const priceCents = (choice: LicenseChoice, overrides: Partial<PriceInput> = {}) =>
  priceOf({ choice, tier: 'standard', format_id: 3, ...overrides }, samplePrices).cents

describe('a clip costs', () => {
  test('the price of its single distribution', () => expect(priceCents(commercial(3))).toBe(19900))
  test('its most expensive distribution in full, and half of each further one', () =>
    expect(priceCents(commercial(3, 7, 1))).toBe(59900 + 9950 + 4950 + 0))
  test('an amount rounded up to the next dollar', () => expect(priceCents(commercial(3, 7))).toBe(69900))
  test('more for a higher tier', () => expect(priceCents(commercial(3), { tier: 'premium' })).toBe(29900))
  test('its format surcharge regardless of the tier', () =>
    expect(priceCents(commercial(3), { tier: 'signature', format_id: 1 })).toBe(39800 + 19900))
  test('a quarter less for a non-profit, off the license but not the format', () =>
    expect(
      priceOf({ choice: { ...commercial(3), org_type: 'nonprofit' }, tier: 'standard', format_id: 1 }, samplePrices),
    ).toMatchObject({
      list_cents: 39800,
      nonprofit_discount_cents: 5000,
      cents: 34800,
    }))
  test('nothing that is missing in the price table', () => expect(() => priceCents(commercial(4))).toThrow(RangeError))
})

test('the lines of a price read like a bill', () => {
  const { lines } = priceOf(
    { choice: { ...commercial(3, 7), org_type: 'nonprofit' }, tier: 'premium', format_id: 2 },
    samplePrices,
  )
  expect(lines).toEqual([
    { label: 'Broadcast TV, 2–50 people', cents: 59900 },
    { label: 'Web & Social, added at 50%', cents: 9950 },
    { label: 'Premium clip', cents: 34925 },
    { label: 'Rounded up to the dollar', cents: 25 },
    { label: 'Highest Res file', cents: 9900 },
    { label: 'Non-profit discount, 25% off the license', cents: -26200 },
  ])
})

const distributionIds = distributions.map(distribution => distribution.id)
const dollars = fc.integer({ min: 0, max: 50_000 }).map(n => n * 100)
const percent = fc.integer({ min: 0, max: 300 })
const anyPrices: fc.Arbitrary<Prices> = fc.record({
  distributions: fc
    .tuple(...distributionIds.map(() => fc.array(dollars, { minLength: 5, maxLength: 5 })))
    .map(rows => Object.fromEntries(rows.map((row, i) => [distributionIds[i], row]))),
  further_distribution_percent: fc.integer({ min: 0, max: 100 }),
  tier_percent: fc.record({ standard: percent, premium: percent, signature: percent }),
  format_cents: fc
    .tuple(dollars, dollars, dollars, dollars)
    .map(rows => Object.fromEntries(rows.map((row, i) => [i + 1, row]))),
  nonprofit_discount_percent: fc.integer({ min: 0, max: 100 }),
})
const anyChoice = fc.record({
  org_type: fc.constantFrom(...orgTypeIds),
  end_client_size: fc.integer({ min: 1, max: 5 }),
  distribution_ids: fc
    .subarray(distributionIds, { minLength: 1 })
    .chain(ids => fc.shuffledSubarray(ids, { minLength: ids.length })),
})
const anyInput = fc.record({
  choice: anyChoice,
  tier: fc.constantFrom(...tiers),
  format_id: fc.integer({ min: 1, max: 4 }),
})

describe('for any price table and choice', () => {
  test('a price is a non-negative number of whole dollars, and its lines add up to it', () => {
    fc.assert(
      fc.property(anyInput, anyPrices, (input, prices) => {
        const { cents, list_cents, nonprofit_discount_cents, lines } = priceOf(input, prices)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect([cents % 100, list_cents % 100, nonprofit_discount_cents % 100]).toEqual([0, 0, 0])
        expect(cents).toBe(list_cents - nonprofit_discount_cents)
        expect(lines.every(line => Number.isInteger(line.cents))).toBe(true)
        expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(cents)
      }),
    )
  })

  test('a further distribution never makes it cheaper', () => {
    fc.assert(
      fc.property(anyInput, anyPrices, fc.constantFrom(...distributionIds), (input, prices, extra) => {
        const wider = { ...input.choice, distribution_ids: [...input.choice.distribution_ids, extra] }
        expect(priceOf({ ...input, choice: wider }, prices).cents).toBeGreaterThanOrEqual(priceOf(input, prices).cents)
      }),
    )
  })

  test('the order and duplicates of the distributions do not matter', () => {
    fc.assert(
      fc.property(anyInput, anyPrices, (input, prices) => {
        const repeated = {
          ...input.choice,
          distribution_ids: [...input.choice.distribution_ids, ...input.choice.distribution_ids].toReversed(),
        }
        expect(priceOf({ ...input, choice: repeated }, prices)).toEqual(
          priceOf({ ...input, choice: normalizeChoice(input.choice) }, prices),
        )
      }),
    )
  })
})
