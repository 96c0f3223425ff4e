import { expect, test } from 'vitest'

import { isPostalCode } from './postal-code.ts'

test.each([
  ['US', '94607', '94607-1234', ' 94607 '],
  ['CA', 'K1A 0B1', 'k1a0b1'],
  ['GB', 'SW1A 1AA', 'm1 1ae', 'EC1A1BB', 'SW1A  1AA', 'BFPO 58', 'bfpo 5423', 'BF1 2AY', 'GIR 0AA', 'GB-M1 1AE'],
  ['DE', '10115', 'DE-10115', 'D-10115'],
  ['NL', '1012 AB', '1012ab', 'NL-1012 AB', 'nl 1012 ab'],
  ['JP', '150-0001', '1500001', '１５０－０００１', '１５０　０００１'],
  ['PL', '00-950', '00950', 'PL-00-950'],
  ['KZ', '050000', 'A15E5B4', 'a15 e5b4', 'KZ-050000'],
  ['EG', '11511', '3750002'],
  ['BR', '01310-100', '01310100'],
  ['SE', '111 29', 'SE-111 29'],
  ['PT', '1000-205', '1000'],
  ['PR', '00907'],
])('%s accepts %s', (country, ...codes) => {
  for (const code of codes) expect(isPostalCode(country, code), code).toBe(true)
})

test.each([
  ['US', 'not a zip', '9460', '946071', '94607-12', '94607-', 'ABCDE'],
  ['CA', '94607', 'K1A 0B'],
  ['GB', '94607', 'London', 'BFPO', 'BFPO 12345', 'GIR 0AB'],
  ['DE', 'ABC!!', '1011', '101155'],
  ['AU', '20000'],
  ['JP', '150'],
  ['NL', 'PL-1012 AB', '1012 - AB'],
  ['KZ', 'A15E5B', '05000'],
  ['EG', '115110'],
])('%s refuses %s', (country, ...codes) => {
  for (const code of codes) expect(isPostalCode(country, code), code).toBe(false)
})

test('any text is accepted for countries without zip codes or without a known format', () => {
  expect(isPostalCode('HK', '-')).toBe(true)
  expect(isPostalCode('AE', 'none')).toBe(true)
  expect(isPostalCode('IE', 'Dublin 2')).toBe(true)
})
