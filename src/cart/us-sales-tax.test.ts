import fc from 'fast-check'
import { expect, test } from 'vitest'

import { taxOn } from './totals.ts'
import { salesTaxOn, US_SALES_TAX } from './us-sales-tax.ts'

const codes = Object.keys(US_SALES_TAX)
const anyState = fc.constantFrom(...codes)

test('the table holds the fifty states and the District of Columbia', () => {
  expect(new Set(codes).size).toBe(51)
  expect(codes.every(code => /^[A-Z]{2}$/.test(code))).toBe(true)
})

test('a rate is what the table says where downloads are taxed, and 0 elsewhere', () => {
  fc.assert(
    fc.property(anyState, code => {
      const { percent, taxes_downloads } = US_SALES_TAX[code] ?? { percent: Number.NaN, taxes_downloads: false }
      expect(percent).toBeGreaterThanOrEqual(taxes_downloads ? 2.9 : 0)
      expect(percent).toBeLessThanOrEqual(7.25)
      expect(salesTaxOn(code)).toBeCloseTo(taxes_downloads ? percent / 100 : 0, 10)
      // Stored with five decimals.
      expect(Number(salesTaxOn(code).toFixed(5))).toBe(salesTaxOn(code))
    }),
  )
})

test('the tax on an amount is exact to the cent, rounded half up', () => {
  fc.assert(
    fc.property(anyState, fc.nat(100_000_000), (code, cents) => {
      const thousandths = BigInt(Math.round(salesTaxOn(code) * 100_000))
      const exact = (BigInt(cents) * thousandths + 50_000n) / 100_000n
      expect(taxOn(cents, salesTaxOn(code))).toBe(Number(exact))
    }),
  )
})

test('a place that is no state has no sales tax', () => {
  fc.assert(fc.property(fc.option(fc.string()), code => salesTaxOn(code) === 0 || codes.includes(code ?? '')))
  expect(['PR', 'GU', 'AE', null].map(salesTaxOn)).toEqual([0, 0, 0, 0])
})

test.each(['CA', 'FL', 'IL', 'MA', 'MI', 'MO', 'NY', 'VA'])('%s does not tax downloads', code => {
  expect(salesTaxOn(code)).toBe(0)
})

test.each([
  ['TX', 0.0625],
  ['WA', 0.065],
  ['CT', 0.0635],
  ['NJ', 0.06625],
  ['LA', 0.05],
])('%s taxes downloads', (code, rate) => {
  expect(salesTaxOn(code)).toBe(rate)
})
