import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { rateBody, web_in_germany } from '../../testing/builders/rates.ts'
import { DistributionGroup, RateBody, terms } from './rate-shape.ts'
import {
  groupEnds,
  isLimited,
  licenseEnds,
  rateChoice,
  ratePrice,
  rateSentence,
  rateState,
  termLabel,
  territoryLabel,
} from './rate.ts'

const prices = {
  distributions: {},
  further_distribution_percent: 50,
  tier_percent: { standard: 100, premium: 150, signature: 200 },
  format_cents: { '1': 19_900, '2': 9_900, '3': 0, '4': 9_900 },
  nonprofit_discount_percent: 25,
}
const [web, pitch] = rateBody().distribution_groups
if (!web || !pitch) throw new Error('The rate of tests has two groups.')
const group = (wish: object) => ({ ...web, ...wish }) as typeof web
const custom = (custom_term_value: number, custom_term_unit: 'days' | 'weeks' | 'months' | 'years') =>
  group({ term: 'custom', custom_term_value, custom_term_unit })

test('what a rate allows reads as a sentence', () => {
  expect(rateSentence(rateBody())).toBe(
    'Web & Social and Paid Digital Advertising with paid media, in Germany, for 1 year; Internal & Pitch, worldwide, forever; for Aster Foods (commercial, 51–250 people)',
  )
  expect(rateSentence(rateBody({ end_client_name: '', distribution_groups: [pitch] }))).toBe(
    'Internal & Pitch, worldwide, forever; for a client with 51–250 people',
  )
  expect(termLabel(custom(18, 'months'))).toBe('18 months')
  expect(termLabel(custom(1, 'weeks'))).toBe('1 week')
  expect(territoryLabel(web)).toBe('National: Germany')
  expect(isLimited(rateBody())).toBe(true)
  expect(isLimited({ distribution_groups: [pitch] })).toBe(false)
})

test('a clip costs the flat price, and RAW its surcharge more; other formats cost nothing more', () => {
  const rate = { name: 'Aster 2026', price_cents: 8_950 }
  expect([1, 2, 3, 4].map(format_id => ratePrice(rate, format_id, prices).cents)).toEqual([28_850, 8_950, 8_950, 8_950])
  expect(ratePrice(rate, 1, prices).lines).toEqual([
    { label: 'Preferred rate “Aster 2026”', cents: 8_950 },
    { label: 'RAW file', cents: 19_900 },
  ])
})

test('its license is for everything that its groups allow, each once', () => {
  const groups = [web, pitch, group({ distribution_ids: [5, 4] })]
  expect(rateChoice(rateBody({ distribution_groups: groups }))).toEqual({
    org_type: 'commercial',
    end_client_size: 3,
    distribution_ids: [1, 3, 4, 5],
  })
})

describe('a license under a rate', () => {
  const granted = new Date('2026-01-31T10:00:00Z')
  test.each([
    [group({ term: 'three-months' }), '2026-04-30T10:00:00.000Z'],
    [group({ term: 'six-months' }), '2026-07-31T10:00:00.000Z'],
    [web, '2027-01-31T10:00:00.000Z'],
    [custom(1, 'months'), '2026-02-28T10:00:00.000Z'],
    [custom(2, 'years'), '2028-01-31T10:00:00.000Z'],
    [custom(10, 'days'), '2026-02-10T10:00:00.000Z'],
    [custom(2, 'weeks'), '2026-02-14T10:00:00.000Z'],
    [pitch, undefined],
  ])('ends on the day that its term says', (one, end) => {
    expect(groupEnds(one, granted)?.toISOString()).toBe(end)
  })

  test('holds until the last of its groups ends, and for good when one does', () => {
    const ends = (...distribution_groups: (typeof web)[]) => licenseEnds({ distribution_groups }, granted)
    expect(ends(group({ term: 'three-months' }), web)?.toISOString()).toBe('2027-01-31T10:00:00.000Z')
    expect(ends(web, group({ term: 'three-months' }))?.toISOString()).toBe('2027-01-31T10:00:00.000Z')
    expect(ends(web, pitch)).toBeNull()
    expect(ends(pitch, web)).toBeNull()
  })

  test('never ends before a group of it', () => {
    const any_group = fc.oneof(
      fc.constantFrom(...terms.filter(term => term !== 'custom')).map(term => group({ term })),
      fc
        .tuple(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom('days', 'weeks', 'months', 'years'))
        .map(([value, unit]) => custom(value, unit)),
    )
    fc.assert(
      fc.property(
        fc.array(any_group, { minLength: 1, maxLength: 5 }),
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (distribution_groups, at) => {
          const end = licenseEnds({ distribution_groups }, at)
          for (const one of distribution_groups) {
            const ends = groupEnds(one, at)
            expect(ends === null ? end === null : end === null || end >= ends).toBe(true)
            if (ends) expect(ends > at).toBe(true)
          }
        },
      ),
    )
  })
})

test('when it holds', () => {
  const day = (text: string) => new Date(text)
  const rate = {
    starts_at: day('2026-02-01'),
    ends_at: day('2026-03-01'),
    ended_at: null,
    clip_limit: 2,
    clips_used: 1,
  }
  expect(rateState(rate, day('2026-01-31'))).toBe('upcoming')
  expect(rateState(rate, day('2026-02-01'))).toBe('active')
  expect(rateState(rate, day('2026-03-01'))).toBe('ended')
  expect(rateState({ ...rate, clips_used: 2 }, day('2026-02-02'))).toBe('used_up')
  expect(rateState({ ...rate, clip_limit: null, clips_used: 9 }, day('2026-02-02'))).toBe('active')
  expect(rateState({ ...rate, ended_at: day('2026-02-02') }, day('2026-02-02'))).toBe('ended')
})

test('what our people write must be whole: a custom term has a length, a territory a name', () => {
  const errors = (wish: object) => DistributionGroup.safeParse({ ...web_in_germany, ...wish }).error?.issues[0]?.message
  expect(errors({})).toBeUndefined()
  expect(errors({ term: 'custom' })).toBe('Say how long the custom term is')
  expect(errors({ custom_term_value: 3, custom_term_unit: 'days' })).toBe('Say how long the custom term is')
  expect(errors({ territory_name: '' })).toBe('Name the territory')
  expect(errors({ territory: 'worldwide' })).toBe('Name the territory')
  expect(RateBody.safeParse(rateBody({ ends_at: '2025-12-31T00:00:00.000Z' })).error?.issues[0]?.message).toBe(
    'A rate ends after it starts',
  )
})
