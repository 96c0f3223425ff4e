import fc from 'fast-check'
import { expect, test } from 'vitest'

import { affiliationFlags, affiliations } from '#accounts/affiliations.ts'
import { abilitiesOf } from '#workspaces/policy.ts'

import { artistPlaces, isOutside, partnerPlaces } from './partner-places.ts'

const outside = { affiliates_url: 'https://a.example', selling_dashboard_url: 'https://s.example' }
const held = fc.subarray([...affiliations])
const labels = (...given: Parameters<typeof partnerPlaces>) => partnerPlaces(...given).map(({ label }) => label)

test('ambassadors find Affiliates, whoever sells the Selling Dashboard, nobody else either', () => {
  fc.assert(
    fc.property(held, held => {
      const found = labels(affiliationFlags(held), outside)
      expect(found.includes('Affiliates')).toBe(held.includes('ambassador'))
      expect(found.includes('Selling Dashboard')).toBe(held.some(affiliation => affiliation !== 'ambassador'))
    }),
  )
})

test('a place without an address is shown to nobody', () => {
  const all = affiliationFlags(affiliations)
  expect(labels(all, {})).toEqual([])
  expect(labels(all, { affiliates_url: 'https://a.example' })).toEqual(['Affiliates'])
  expect(partnerPlaces(all, outside)[1]).toEqual({ to: 'https://s.example', label: 'Selling Dashboard' })
})

test('the artist dashboard needs the footage manager ability, payouts that of payout settings, and each its address', () => {
  const all = { artist_dashboard_url: 'https://a.example', payouts_url: 'https://p.example' }
  const found = (roles: number[], where = all) => artistPlaces(abilitiesOf('owner', roles), where).map(one => one.label)
  expect(found([1, 4])).toEqual(['Artist Dashboard', 'Payouts'])
  expect(found([1, 5])).toEqual(['Artist Dashboard', 'Catalog'])
  for (const roles of [[1], [2], [3], [4, 7]]) expect(found(roles)).toEqual([])
})

test('without an address a filmmaker finds our own dashboard and payouts, a collection admin the catalog, and nobody else anything', () => {
  const own = [
    { to: '/filmmaker', label: 'Artist Dashboard' },
    { to: '/filmmaker/payouts', label: 'Payouts' },
  ]
  expect(artistPlaces(abilitiesOf('owner', [4]), {})).toEqual(own)
  expect(own.some(({ to }) => isOutside(to))).toBe(false)
  const elsewhere = { to: 'https://p.example', label: 'Payouts' }
  expect(artistPlaces(abilitiesOf('owner', [4]), { payouts_url: elsewhere.to })).toEqual([own[0], elsewhere])
  expect(isOutside(elsewhere.to)).toBe(true)
  expect(artistPlaces(abilitiesOf('owner', [5]), {})).toEqual([{ to: '/admin/catalog', label: 'Catalog' }])
  for (const roles of [[1], [2], [3], [4, 7]]) expect(artistPlaces(abilitiesOf('owner', roles), {})).toEqual([])
})
