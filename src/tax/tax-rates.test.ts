import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'

import { EU_COUNTRIES } from './places.ts'
import { findTaxEntry, TAX_TABLE } from './tax-rates.ts'

const find = (code: string, day: string, own: Parameters<typeof findTaxEntry>[2] = []) =>
  findTaxEntry({ code, country: code.slice(0, 2) }, day, own)

test('the table has each member state of the EU and each US state with a sales tax, and no day twice', () => {
  const places = new Set(TAX_TABLE.map(({ place }) => place))
  expect(EU_COUNTRIES.filter(code => !places.has(code))).toEqual([])
  expect([...places].filter(place => place.startsWith('US-')).length).toBe(46)
  expect(new Set(TAX_TABLE.map(({ place, from }) => `${place} ${from}`)).size).toBe(TAX_TABLE.length)
  for (const { percent, source, from } of TAX_TABLE) {
    expect(percent).toBeGreaterThanOrEqual(2.9)
    expect(percent).toBeLessThanOrEqual(27)
    expect(source).not.toBe('')
    expect(toDay(from)).toBe(from)
    // Rates are stored with five decimals.
    expect(Number((percent * 1_000).toFixed(6)) % 1).toBe(0)
  }
})

test.each([
  ['EE', '2025-06-30', 22],
  ['EE', '2025-07-01', 24],
  ['RO', '2025-07-31', 19],
  ['RO', '2025-08-01', 21],
  ['SK', '2024-12-31', 20],
  ['SK', '2025-01-01', 23],
  ['US-SD', '2027-06-30', 4.2],
  ['US-SD', '2027-07-01', 4.5],
  ['CA-NS', '2025-03-31', 15],
  ['CA-NS', '2025-04-01', 14],
  ['CA-AB', '2026-01-01', 5],
  ['CA-ON', '2026-01-01', 13],
])('a rate changes on its day: %s on %s is %s%%', (place, day, percent) => {
  expect(find(place, day)?.percent).toBe(percent)
})

test('there is none before the first entry, and none where there is no tax', () => {
  expect(find('US-LA', '2024-12-31')).toBeUndefined()
  for (const place of ['US-OR', 'US-PR', 'HK', 'ES-CN', 'US']) expect(find(place, '2026-03-02')).toBeUndefined()
})

test.each(['CA', 'FL', 'IL', 'MA', 'MI', 'MO', 'NY', 'VA'])('%s does not tax downloads', state => {
  expect(find(`US-${state}`, '2026-03-02')?.taxes_downloads).toBe(false)
})

test('an own rate counts from its day until the table has a later one, whatever else is listed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('DE', 'US-TX', 'US-CA', 'GB'),
      fc.integer({ min: 0, max: 30_000 }),
      fc.date({ min: new Date('2021-02-01'), max: new Date('2026-01-01'), noInvalidDate: true }),
      (place, thousandths, date) => {
        const from = toDay(date)
        const percent = thousandths / 1_000
        const own = [
          { place: 'FR', percent: 1, from, source: 'another place' },
          { place, percent, from, source: 'an announcement' },
        ]
        const before = toDay(date.getTime() - DAY_MS)
        expect(find(place, before, own)).toEqual(find(place, before))
        expect(find(place, from, own)).toMatchObject({
          percent,
          source: 'an announcement',
          taxes_downloads: percent > 0,
        })
      },
    ),
  )
  const stale = [{ place: 'EE', percent: 30, from: '2024-05-01', source: 'an old announcement' }]
  expect(find('EE', '2025-07-01', stale)?.percent).toBe(24)
})
