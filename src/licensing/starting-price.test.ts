import fc from 'fast-check'
import { expect, test } from 'vitest'

import { priceOf } from './price.ts'
import type { Prices } from './prices.ts'
import { formatPriceGroup, parsePriceGroup, startingPriceOf } from './starting-price.ts'
import { toStartingPrices } from './starting-prices.server.ts'
import { tiers, distributions, endClientSizes, formats } from './terms.ts'

const dollars = fc.integer({ min: 0, max: 900 }).map(amount => amount * 100)
const prices: fc.Arbitrary<Prices> = fc.record({
  distributions: fc
    .array(fc.array(dollars, { minLength: 5, maxLength: 5 }), {
      minLength: distributions.length,
      maxLength: distributions.length,
    })
    .map(rows => Object.fromEntries(rows.map((row, i) => [distributions[i]?.id ?? 0, row]))),
  further_distribution_percent: fc.integer({ min: 0, max: 100 }),
  tier_percent: fc.record({
    standard: fc.integer({ min: 50, max: 150 }),
    premium: fc.integer({ min: 100, max: 300 }),
    signature: fc.integer({ min: 100, max: 500 }),
  }),
  format_cents: fc
    .array(dollars, { minLength: 4, maxLength: 4 })
    .map(amounts => Object.fromEntries(amounts.map((cents, i) => [formats[i]?.id ?? 0, cents]))),
  nonprofit_discount_percent: fc.integer({ min: 0, max: 100 }),
})
const clip = fc.record({
  tier: fc.constantFrom(...tiers),
  formats: fc.subarray(
    formats.map(({ id }) => ({ id })),
    { minLength: 1 },
  ),
})

test('a clip starts at the lowest of all its prices', () => {
  fc.assert(
    fc.property(prices, clip, (table, { tier, formats: clipFormats }) => {
      const all = distributions.flatMap(({ id }) =>
        endClientSizes.flatMap(size =>
          clipFormats.map(
            format =>
              priceOf(
                {
                  choice: { org_type: 'personal', end_client_size: size.id, distribution_ids: [id] },
                  tier,
                  format_id: format.id,
                },
                table,
              ).cents,
          ),
        ),
      )
      expect(startingPriceOf({ tier, formats: clipFormats }, toStartingPrices(table))).toBe(Math.min(...all))
    }),
  )
})

test('no license costs less, whatever the distributions', () => {
  fc.assert(
    fc.property(
      prices,
      clip,
      fc.subarray(
        distributions.map(({ id }) => id),
        { minLength: 1 },
      ),
      fc.constantFrom(...endClientSizes.map(({ id }) => id)),
      (table, { tier, formats: clipFormats }, distribution_ids, end_client_size) => {
        const start = startingPriceOf({ tier, formats: clipFormats }, toStartingPrices(table)) ?? Number.NaN
        for (const { id } of clipFormats) {
          const choice = { org_type: 'commercial' as const, end_client_size, distribution_ids }
          expect(priceOf({ choice, tier, format_id: id }, table).cents).toBeGreaterThanOrEqual(start)
        }
      },
    ),
  )
})

test('clips of one price group have the same tier and formats', () => {
  fc.assert(
    fc.property(clip, one => {
      const { tier, formats: clipFormats } = one
      expect(parsePriceGroup(formatPriceGroup(one))).toEqual({
        tier,
        formats: clipFormats.toSorted((a, b) => a.id - b.id),
      })
    }),
  )
  expect(parsePriceGroup('golden-3')).toBeUndefined()
})
