import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calculateTax } from './totals.ts'
import { getSalesTaxRate, US_SALES_TAX } from './us-sales-tax.ts'

const codes = Object.keys(US_SALES_TAX)
const anyState = fc.constantFrom(...codes)

test('the table has the fifty states and the District of Columbia', () => {
  expect(new Set(codes).size).toBe(51)
  expect(codes.every(code => /^[A-Z]{2}$/.test(code))).toBe(true)
})

test('a rate is the table’s where downloads are taxed, and 0 elsewhere', () => {
  fc.assert(
    fc.property(anyState, code => {
      const { percent, taxes_downloads } = US_SALES_TAX[code] ?? { percent: Number.NaN, taxes_downloads: false }
      expect(percent).toBeGreaterThanOrEqual(taxes_downloads ? 2.9 : 0)
      expect(percent).toBeLessThanOrEqual(7.25)
      expect(getSalesTaxRate(code)).toBeCloseTo(taxes_downloads ? percent / 100 : 0, 10)
      // Rates are stored with five decimals.
      expect(Number(getSalesTaxRate(code).toFixed(5))).toBe(getSalesTaxRate(code))
    }),
  )
})

test('the tax on an amount is exact to the cent, rounded half up', () => {
  fc.assert(
    fc.property(anyState, fc.nat(100_000_000), (code, cents) => {
      const thousandths = BigInt(Math.round(getSalesTaxRate(code) * 100_000))
      const exact = (BigInt(cents) * thousandths + 50_000n) / 100_000n
      expect(calculateTax(cents, getSalesTaxRate(code))).toBe(Number(exact))
    }),
  )
})

test('an unknown state code has no sales tax', () => {
  fc.assert(fc.property(fc.option(fc.string()), code => getSalesTaxRate(code) === 0 || codes.includes(code ?? '')))
  expect(['PR', 'GU', 'AE', null].map(getSalesTaxRate)).toEqual([0, 0, 0, 0])
})

test.each(['CA', 'FL', 'IL', 'MA', 'MI', 'MO', 'NY', 'VA'])('%s does not tax downloads', code => {
  expect(getSalesTaxRate(code)).toBe(0)
})

test.each([
  ['TX', 0.0625],
  ['WA', 0.065],
  ['CT', 0.0635],
  ['NJ', 0.06625],
  ['LA', 0.05],
])('%s taxes downloads', (code, rate) => {
  expect(getSalesTaxRate(code)).toBe(rate)
})
