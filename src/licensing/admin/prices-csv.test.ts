import fc from 'fast-check'
import { expect, test } from 'vitest'

import { NewPrices } from '../new-prices.ts'
import { priceTemplates } from '../price-templates.ts'
import type { Prices } from '../prices.ts'
import { distributions, endClientSizes, formats } from '../terms.ts'
import { toPricesCsv } from './prices-csv.ts'
import { parsePricesCsv } from './read-prices-csv.server.ts'

const dollars = fc.integer({ min: 0, max: 99_999 }).map(amount => amount * 100)
const percent = fc.integer({ min: 0, max: 100 })
const anyPrices: fc.Arbitrary<Prices> = fc.record({
  distributions: fc.record(
    Object.fromEntries(
      distributions.map(({ id }) => [
        id,
        fc.array(dollars, { minLength: endClientSizes.length, maxLength: endClientSizes.length }),
      ]),
    ),
  ),
  further_distribution_percent: percent,
  tier_percent: fc.record({ standard: percent, premium: percent, signature: percent }),
  format_cents: fc.record(Object.fromEntries(formats.map(({ id }) => [id, dollars]))),
  nonprofit_discount_percent: percent,
})

const [volume] = priceTemplates
const csv = volume ? toPricesCsv(volume.prices) : ''

test('a price table comes back from its CSV as it was, also with semicolons and reordered rows', () => {
  fc.assert(
    fc.property(anyPrices, prices => {
      const text = toPricesCsv(prices)
      expect(parsePricesCsv(text)).toEqual({ prices })
      const [heading = '', ...rows] = text.trimEnd().split('\r\n')
      expect(parsePricesCsv([heading, ...rows.toReversed()].join('\n').replaceAll(',', ';'))).toEqual({ prices })
    }),
  )
})

test('mistakes are named with their line: an unknown row, a missing one, a duplicate and a cell that is no number', () => {
  const lines = csv.trimEnd().split('\r\n')
  const mistakesOf = (rows: string[]) => parsePricesCsv(rows.join('\n'))
  expect(mistakesOf([...lines.slice(0, 2), '"Billboards","1"', ...lines.slice(2)])).toEqual({
    mistakes: ['Line 3: “Billboards” is not a row of the price table.'],
  })
  expect(mistakesOf([...lines.slice(0, 1), ...lines.slice(2)])).toEqual({
    mistakes: ['The row “Internal & Pitch” is missing.'],
  })
  expect(mistakesOf([...lines, lines[1] ?? ''])).toEqual({
    mistakes: [`Line ${lines.length + 1}: “Internal & Pitch” comes twice.`],
  })
  expect(
    mistakesOf([...lines.slice(0, 1), '"Internal & Pitch","79","99.50","149","249",""', ...lines.slice(2)]),
  ).toEqual({
    mistakes: ['Line 2, column 3: “99.50” is not a whole number.', 'Line 2, column 6: “” is not a whole number.'],
  })
  const [heading = '', ...rest] = lines
  const swapped = heading.replace('"1 person","2–50 people"', '"2–50 people","1 person"')
  expect(mistakesOf([swapped, ...rest])).toEqual({
    mistakes: [
      'Line 1: the prices for 1 person belong in column 2.',
      'Line 1: the prices for 2–50 people belong in column 3.',
    ],
  })
  expect(parsePricesCsv('a,"b')).toEqual({ mistakes: ['Line 1: A quote is opened and never closed.'] })
})

test('each template is a valid price table, and a wider audience never costs less', () => {
  for (const { prices } of priceTemplates) {
    expect(NewPrices.safeParse(prices).success).toBe(true)
    for (const row of Object.values(prices.distributions)) expect(row).toEqual(row.toSorted((a, b) => a - b))
  }
})
