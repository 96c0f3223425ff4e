import fc from 'fast-check'
import { expect, test } from 'vitest'

import { editorialRules, getClosedReason, getClosedRefusal, getEditorialNote, listClosedUses } from './closed-uses.ts'
import { mediaScopes } from './license-use.ts'
import { toUseGrants } from './rate.ts'
import { BUYOUT_DISTRIBUTION_ID, distributionName, distributions } from './terms.ts'

const distributionIds = [...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID]
const releasesOf = fc.subarray(['not-needed', 'model', 'property', 'editorial'])
const grantOf = fc.record({
  distribution_ids: fc.subarray(distributionIds, { minLength: 1 }),
  media: fc.constantFrom(...mediaScopes),
})

test('an editorial clip is closed for advertising and promotion, and every distribution has a reason', () => {
  const closed = distributionIds.filter(id => getClosedReason(['editorial'], id) !== null)
  expect(closed.map(distributionName)).toEqual([
    'Events & Trade Shows',
    'Paid Digital Advertising',
    'Out-of-Home',
    'All-Media Buyout',
  ])
  for (const id of distributionIds) expect(editorialRules[id]?.reason).toMatch(/^[A-Z].*\.$/)
  expect(getClosedReason(['editorial'], 99)).not.toBeNull()
})

test('a license is open exactly where all its uses are', () => {
  fc.assert(
    fc.property(releasesOf, fc.array(grantOf, { minLength: 1, maxLength: 4 }), (releases, grants) => {
      const isOpen = (id: number) => getClosedReason(releases, id) === null
      const closed = listClosedUses(releases, grants)
      const allOpen = grants.every(({ distribution_ids, media }) =>
        distribution_ids.every(id => isOpen(id) && (media !== 'paid' || !releases.includes('editorial'))),
      )
      expect(closed.length === 0).toBe(allOpen)
      expect(new Set(closed).size).toBe(closed.length)
      // A part of an open license is open, too.
      for (const grant of grants) expect(closed).toEqual(expect.arrayContaining(listClosedUses(releases, [grant])))
      if (!releases.includes('editorial')) expect(closed).toEqual([])
    }),
  )
})

test('the sentence names the clips that prevent a license, and only those', () => {
  const ridge = { name: 'Ridge line', releases: ['editorial', 'model'] }
  const lake = { name: 'Lake', releases: ['editorial'] }
  const free = { name: 'Tide', releases: ['model'] }
  const ads = toUseGrants({ distribution_ids: [3, 5] })
  expect(getClosedRefusal([ridge, free], ads)).toBe(
    '“Ridge line” is for editorial use only, so it can’t be licensed for Paid Digital Advertising.',
  )
  expect(getClosedRefusal([ridge, free, lake], toUseGrants({ distribution_ids: [5, 9] }))).toBe(
    '“Ridge line” and “Lake” are for editorial use only, so they can’t be licensed for Paid Digital Advertising and Out-of-Home.',
  )
  expect(getClosedRefusal([free], ads)).toBeNull()
  expect(getClosedRefusal([lake], [{ distribution_ids: [3], media: 'paid' }])).toBe(
    '“Lake” is for editorial use only, so it can’t be licensed for Web & Social with paid media.',
  )
  const many = Array.from({ length: 8 }, (_, n) => ({ ...lake, name: `Lake ${n + 1}` }))
  expect(getClosedRefusal(many, ads)).toContain('“Lake 5”, and 3 more clips are for editorial use only')
})

test('for several clips, the note names the editorial ones unless all or none are', () => {
  const clip = (name: string, ...releases: string[]) => ({ name, releases })
  const others = [clip('Tide', 'model'), clip('Gull')]
  expect(getEditorialNote([...others, clip('Ridge line', 'editorial')])).toBe(
    '“Ridge line” is for editorial use only, so some uses are closed for all of these clips.',
  )
  expect(getEditorialNote([clip('Dune', 'editorial', 'property'), ...others, clip('Ridge line', 'editorial')])).toBe(
    '“Dune” and “Ridge line” are for editorial use only, so some uses are closed for all of these clips.',
  )
  expect(getEditorialNote(others)).toBeNull()
  expect(getEditorialNote([clip('Ridge line', 'editorial')])).toBeNull()
})
