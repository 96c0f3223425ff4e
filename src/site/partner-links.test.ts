import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toAffiliationFlags, affiliations } from '#accounts/affiliations.ts'
import { abilitiesOf } from '#workspaces/policy.ts'

import { listArtistLinks, isExternal, listPartnerLinks } from './partner-links.ts'

const partnerUrls = { affiliates_url: 'https://a.example', selling_dashboard_url: 'https://s.example' }
const affiliationSubset = fc.subarray([...affiliations])
const labels = (...args: Parameters<typeof listPartnerLinks>) => listPartnerLinks(...args).map(({ label }) => label)

test('ambassadors see Affiliates, sellers see the Selling Dashboard, everyone else sees neither', () => {
  fc.assert(
    fc.property(affiliationSubset, subset => {
      const shownLabels = labels(toAffiliationFlags(subset), partnerUrls)
      expect(shownLabels.includes('Affiliates')).toBe(subset.includes('ambassador'))
      expect(shownLabels.includes('Selling Dashboard')).toBe(subset.some(affiliation => affiliation !== 'ambassador'))
    }),
  )
})

test('a link without a configured address is not shown', () => {
  const all = toAffiliationFlags(affiliations)
  expect(labels(all, {})).toEqual([])
  expect(labels(all, { affiliates_url: 'https://a.example' })).toEqual(['Affiliates'])
  expect(listPartnerLinks(all, partnerUrls)[1]).toEqual({ to: 'https://s.example', label: 'Selling Dashboard' })
})

test('the artist dashboard needs the footage manager ability, payouts the payout settings ability, and each a configured address', () => {
  const all = { artist_dashboard_url: 'https://a.example', payouts_url: 'https://p.example' }
  const listLabels = (roles: number[], urls = all) =>
    listArtistLinks(abilitiesOf('owner', roles), urls).map(link => link.label)
  expect(listLabels([1, 4])).toEqual(['Artist Dashboard', 'Payouts'])
  expect(listLabels([1, 5])).toEqual(['Artist Dashboard', 'Catalog'])
  for (const roles of [[1], [2], [3], [4, 7]]) expect(listLabels(roles)).toEqual([])
})

test('without a configured address, filmmakers see our own dashboard and payouts, collection admins the catalog, others nothing', () => {
  const ownLinks = [
    { to: '/filmmaker', label: 'Artist Dashboard' },
    { to: '/filmmaker/payouts', label: 'Payouts' },
  ]
  expect(listArtistLinks(abilitiesOf('owner', [4]), {})).toEqual(ownLinks)
  expect(ownLinks.some(({ to }) => isExternal(to))).toBe(false)
  const externalLink = { to: 'https://p.example', label: 'Payouts' }
  expect(listArtistLinks(abilitiesOf('owner', [4]), { payouts_url: externalLink.to })).toEqual([
    ownLinks[0],
    externalLink,
  ])
  expect(isExternal(externalLink.to)).toBe(true)
  expect(listArtistLinks(abilitiesOf('owner', [5]), {})).toEqual([{ to: '/admin/catalog', label: 'Catalog' }])
  for (const roles of [[1], [2], [3], [4, 7]]) expect(listArtistLinks(abilitiesOf('owner', roles), {})).toEqual([])
})
