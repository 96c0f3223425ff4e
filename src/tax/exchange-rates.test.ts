import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { convertTax, formatMinor, parseRates, toMinor } from './exchange-rates.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>
    <Cube time='2026-02-27'>
      <Cube currency='USD' rate='1.1600'/>
      <Cube currency='JPY' rate='174.00'/>
      <Cube currency='GBP' rate='0.8700'/>
    </Cube>
    <Cube time="2026-02-26"><Cube currency="USD" rate="1.2"/></Cube>
  </Cube>
</gesmes:Envelope>`

test('the rates of the European Central Bank are read, of a day or of many', () => {
  expect(parseRates(XML)).toEqual([
    { currency: 'USD', day: '2026-02-27', per_euro: 1.16 },
    { currency: 'JPY', day: '2026-02-27', per_euro: 174 },
    { currency: 'GBP', day: '2026-02-27', per_euro: 0.87 },
    { currency: 'USD', day: '2026-02-26', per_euro: 1.2 },
  ])
})

test.each([
  '',
  '<html>Bad gateway</html>',
  '{"rates":{}}',
  XML.replaceAll('rate=', 'price='),
  XML.replaceAll(/'[\d.]+'\/>/g, "'0'/>"),
])('another text is refused: %j', text => {
  expect(() =>
    parseRates(text.replace('<Cube time="2026-02-26"><Cube currency="USD" rate="1.2"/></Cube>', '')),
  ).toThrow(/another format/)
})

const ecb = parseRates(XML)

describe('tax is converted', () => {
  test.each([
    [8_579, 'EUR', { tax_minor: 7_396, rate: 0.862069, day: '2026-02-27', source: 'ecb' }],
    [8_579, 'GBP', { tax_minor: 6_434, rate: 0.75, day: '2026-02-27', source: 'ecb' }],
    [8_579, 'JPY', { tax_minor: 12_869, rate: 150, day: '2026-02-27', source: 'ecb' }],
  ] as const)('%s cents to %s, at the last rate before a weekend', (cents, currency, expected) => {
    expect(convertTax(cents, currency, '2026-03-02', { ecb, manual: [] })).toEqual({ currency, ...expected })
  })

  test('at a rate by hand where it is newer, and without any where all are too old or of a later day', () => {
    const manual = [{ currency: 'USD', from: '2026-03-01', per_euro: 1.25 }]
    expect(convertTax(10_000, 'EUR', '2026-03-02', { ecb, manual })).toMatchObject({
      tax_minor: 8_000,
      source: 'manual',
      day: '2026-03-01',
    })
    expect(convertTax(10_000, 'EUR', '2026-02-27', { ecb, manual })).toMatchObject({ source: 'ecb' })
    expect(convertTax(10_000, 'EUR', '2026-03-10', { ecb, manual: [] })).toBeUndefined()
    expect(convertTax(10_000, 'EUR', '2026-02-25', { ecb, manual: [] })).toBeUndefined()
    expect(convertTax(10_000, 'SEK', '2026-03-02', { ecb, manual })).toBeUndefined()
    expect(convertTax(10_000, 'EUR', '2026-04-20', { ecb: [], manual })).toBeUndefined()
  })

  test('exactly, half a unit up, for any amount and rate', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), fc.integer({ min: 1, max: 2_000_000_000 }), (cents, micro) => {
        const exact = (BigInt(cents) * BigInt(micro) + 500_000n) / 1_000_000n
        expect(toMinor(cents, 'EUR', micro / 1_000_000)).toBe(Number(exact))
      }),
    )
  })
})

test('amounts have the decimals of their currency', () => {
  expect([formatMinor(7_396, 'EUR'), formatMinor(12_869, 'JPY'), formatMinor(123_456_789, 'GBP')]).toEqual([
    '73.96',
    '12,869',
    '1,234,567.89',
  ])
})
