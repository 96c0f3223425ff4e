import fc from 'fast-check'
import { expect, test } from 'vitest'

import { coversPlace, EU_COUNTRIES, getTaxPlace } from './places.ts'

const placeOf = (code: string, postal_code = '', region?: string) =>
  getTaxPlace({
    country: { code, name: code },
    country_region: region ? { code: region, name: region } : null,
    postal_code,
  })

test.each([
  // Article 6 of the VAT Directive.
  ['ES', '35001', 'ES-CN'],
  ['ES', '38001', 'ES-CN'],
  ['ES', '51001', 'ES-CE'],
  ['ES', '52001', 'ES-ML'],
  ['FI', '22100', 'AX'],
  ['AX', '22100', 'AX'],
  ['DE', '78266', 'CH'],
  ['DE', '27498', 'DE-HEL'],
  ['IT', '23041', 'IT-LIV'],
  ['IT', '22061', 'IT-CAM'],
  ['GR', '630 86', 'GR-69'],
  ['FR', '97110', 'GP'],
  ['FR', '97490', 'RE'],
  ['FR', '97610', 'YT'],
  ['GP', '97110', 'GP'],
])('%s %s is outside of the VAT territory of the EU, as %s', (country, postal_code, code) => {
  expect(placeOf(country, postal_code)).toMatchObject({ code, area: 'other' })
})

test.each([
  // Article 7 of the VAT Directive.
  ['MC', '98000', 'FR', 'eu'],
  ['IM', 'IM1 1AA', 'GB', 'uk'],
  // Northern Ireland counts as the EU for goods alone.
  ['GB', 'BT1 1AA', 'GB', 'uk'],
  ['ES', '28013', 'ES', 'eu'],
  ['FI', '00100', 'FI', 'eu'],
  ['FR', '20000', 'FR', 'eu'],
  ['PT', '1100-148', 'PT', 'eu'],
  ['PT', '9000-082', 'PT-30', 'eu'],
  ['PT', '9500-150', 'PT-20', 'eu'],
  ['JE', 'JE1 1AA', 'JE', 'other'],
  ['GI', 'GX11 1AA', 'GI', 'other'],
  ['SM', '47890', 'SM', 'other'],
])('%s %s is %s', (country, postal_code, code, area) => {
  expect(placeOf(country, postal_code)).toMatchObject({ code, area })
})

test('each postal code of a Spanish province belongs to one territory, with or without spaces and the country’s prefix', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 52 }), fc.nat(999), (province, rest) => {
      const postal_code = `${String(province).padStart(2, '0')}${String(rest).padStart(3, '0')}`
      const expected = { 35: 'ES-CN', 38: 'ES-CN', 51: 'ES-CE', 52: 'ES-ML' }[province] ?? 'ES'
      for (const written of [postal_code, `E-${postal_code}`, ` ${postal_code.slice(0, 2)} ${postal_code.slice(2)}`])
        expect(placeOf('ES', written).code).toBe(expected)
    }),
  )
})

test('any text as a postal code gives a place, and other countries’ codes never leave the EU', () => {
  fc.assert(
    fc.property(fc.constantFrom(...EU_COUNTRIES), fc.string({ maxLength: 12 }), (country, text) => {
      const place = placeOf(country, text)
      expect(place.code === country || text !== '').toBe(true)
      if (!['ES', 'FI', 'DE', 'IT', 'GR', 'FR', 'PT'].includes(country))
        expect(place).toMatchObject({ code: country, area: 'eu' })
    }),
  )
})

test('states and provinces are places of their own, and a registration covers the parts that it reaches', () => {
  expect(placeOf('US', '94607', 'CA')).toMatchObject({ code: 'US-CA', area: 'other' })
  expect(placeOf('CA', 'K1A 0B1', 'ON')).toMatchObject({ code: 'CA-ON', area: 'other' })
  expect(placeOf('AU', '2000', 'NSW').code).toBe('AU')
  const covered = [
    ['CA', 'CA-ON'],
    ['PT', 'PT-30'],
    ['US-TX', 'US-TX'],
    ['DE', 'DE'],
  ] as const
  for (const [registered, code] of covered) expect(coversPlace(registered, code)).toBe(true)
  const outside = [
    ['US', 'US-TX'],
    ['ES', 'ES-CN'],
    ['IT', 'IT-LIV'],
    ['DE', 'DE-HEL'],
    ['US-TX', 'US-NY'],
  ] as const
  for (const [registered, code] of outside) expect(coversPlace(registered, code)).toBe(false)
})
