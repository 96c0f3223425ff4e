import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { buildRateBody, germanWebLicense } from '../../testing/builders/rates.ts'
import { DistributionGroup, RateBody, termOptions } from './rate-schema.ts'
import {
  getGroupEnd,
  isLimited,
  getLicenseEnd,
  toRateChoice,
  calculateRatePrice,
  formatRate,
  getRateState,
  formatTerm,
  formatTerritory,
} from './rate.ts'

const prices = {
  distributions: {},
  further_distribution_percent: 50,
  tier_percent: { standard: 100, premium: 150, signature: 200 },
  format_cents: { '1': 19_900, '2': 9_900, '3': 0, '4': 9_900 },
  nonprofit_discount_percent: 25,
}
const [webGroup, pitchGroup] = buildRateBody().distribution_groups
if (!webGroup || !pitchGroup) throw new Error('The test rate needs two groups.')
const createGroup = (overrides: object) => ({ ...webGroup, ...overrides }) as typeof webGroup
const customTerm = (custom_term_value: number, custom_term_unit: 'days' | 'weeks' | 'months' | 'years') =>
  createGroup({ term: 'custom', custom_term_value, custom_term_unit })

test('a rate’s terms format as a sentence', () => {
  expect(formatRate(buildRateBody())).toBe(
    'Web & Social and Paid Digital Advertising with paid media, in Germany, for 1 year; Internal & Pitch, worldwide, forever; for Aster Foods (commercial, 51–250 people)',
  )
  expect(formatRate(buildRateBody({ end_client_name: '', distribution_groups: [pitchGroup] }))).toBe(
    'Internal & Pitch, worldwide, forever; for a client with 51–250 people',
  )
  expect(formatTerm(customTerm(18, 'months'))).toBe('18 months')
  expect(formatTerm(customTerm(1, 'weeks'))).toBe('1 week')
  expect(formatTerritory(webGroup)).toBe('National: Germany')
  expect(isLimited(buildRateBody())).toBe(true)
  expect(isLimited({ distribution_groups: [pitchGroup] })).toBe(false)
})

test('a clip costs the flat price, RAW adds its surcharge, and other formats cost nothing extra', () => {
  const rate = { name: 'Aster 2026', price_cents: 8_950 }
  expect([1, 2, 3, 4].map(format_id => calculateRatePrice(rate, format_id, prices).cents)).toEqual([
    28_850, 8_950, 8_950, 8_950,
  ])
  expect(calculateRatePrice(rate, 1, prices).lines).toEqual([
    { label: 'Preferred rate “Aster 2026”', cents: 8_950 },
    { label: 'RAW file', cents: 19_900 },
  ])
})

test('a license under a rate has the distributions of all groups, each once', () => {
  const groups = [webGroup, pitchGroup, createGroup({ distribution_ids: [5, 4] })]
  expect(toRateChoice(buildRateBody({ distribution_groups: groups }))).toEqual({
    org_type: 'commercial',
    end_client_size: 3,
    distribution_ids: [1, 3, 4, 5],
  })
})

describe('a license under a rate', () => {
  const grantedAt = new Date('2026-01-31T10:00:00Z')
  test.each([
    [createGroup({ term: 'three-months' }), '2026-04-30T10:00:00.000Z'],
    [createGroup({ term: 'six-months' }), '2026-07-31T10:00:00.000Z'],
    [webGroup, '2027-01-31T10:00:00.000Z'],
    [customTerm(1, 'months'), '2026-02-28T10:00:00.000Z'],
    [customTerm(2, 'years'), '2028-01-31T10:00:00.000Z'],
    [customTerm(10, 'days'), '2026-02-10T10:00:00.000Z'],
    [customTerm(2, 'weeks'), '2026-02-14T10:00:00.000Z'],
    [pitchGroup, undefined],
  ])('ends on the day that its term says', (termGroup, end) => {
    expect(getGroupEnd(termGroup, grantedAt)?.toISOString()).toBe(end)
  })

  test('is in force until its last group ends, and forever if one never ends', () => {
    const getEnd = (...distribution_groups: (typeof webGroup)[]) => getLicenseEnd({ distribution_groups }, grantedAt)
    expect(getEnd(createGroup({ term: 'three-months' }), webGroup)?.toISOString()).toBe('2027-01-31T10:00:00.000Z')
    expect(getEnd(webGroup, createGroup({ term: 'three-months' }))?.toISOString()).toBe('2027-01-31T10:00:00.000Z')
    expect(getEnd(webGroup, pitchGroup)).toBeNull()
    expect(getEnd(pitchGroup, webGroup)).toBeNull()
  })

  test('never ends before one of its groups', () => {
    const anyGroup = fc.oneof(
      fc.constantFrom(...termOptions.filter(term => term !== 'custom')).map(term => createGroup({ term })),
      fc
        .tuple(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom('days', 'weeks', 'months', 'years'))
        .map(([value, unit]) => customTerm(value, unit)),
    )
    fc.assert(
      fc.property(
        fc.array(anyGroup, { minLength: 1, maxLength: 5 }),
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (distribution_groups, grantedAt) => {
          const end = getLicenseEnd({ distribution_groups }, grantedAt)
          for (const termGroup of distribution_groups) {
            const ends = getGroupEnd(termGroup, grantedAt)
            expect(ends === null ? end === null : end === null || end >= ends).toBe(true)
            if (ends) expect(ends > grantedAt).toBe(true)
          }
        },
      ),
    )
  })
})

test('a rate’s state depends on its dates and its limit', () => {
  const date = (text: string) => new Date(text)
  const rate = {
    starts_at: date('2026-02-01'),
    ends_at: date('2026-03-01'),
    ended_at: null,
    clip_limit: 2,
    clips_used: 1,
  }
  expect(getRateState(rate, date('2026-01-31'))).toBe('upcoming')
  expect(getRateState(rate, date('2026-02-01'))).toBe('active')
  expect(getRateState(rate, date('2026-03-01'))).toBe('ended')
  expect(getRateState({ ...rate, clips_used: 2 }, date('2026-02-02'))).toBe('used_up')
  expect(getRateState({ ...rate, clip_limit: null, clips_used: 9 }, date('2026-02-02'))).toBe('active')
  expect(getRateState({ ...rate, ended_at: date('2026-02-02') }, date('2026-02-02'))).toBe('ended')
})

test('a custom term needs a length, and a territory a name', () => {
  const firstError = (overrides: object) =>
    DistributionGroup.safeParse({ ...germanWebLicense, ...overrides }).error?.issues[0]?.message
  expect(firstError({})).toBeUndefined()
  expect(firstError({ term: 'custom' })).toBe('Say how long the custom term is')
  expect(firstError({ custom_term_value: 3, custom_term_unit: 'days' })).toBe('Say how long the custom term is')
  expect(firstError({ territory_name: '' })).toBe('Name the territory')
  expect(firstError({ territory: 'worldwide' })).toBe('Name the territory')
  expect(RateBody.safeParse(buildRateBody({ ends_at: '2025-12-31T00:00:00.000Z' })).error?.issues[0]?.message).toBe(
    'A rate ends after it starts',
  )
})
