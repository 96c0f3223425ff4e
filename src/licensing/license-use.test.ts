import fc from 'fast-check'
import { expect, test } from 'vitest'

import { coversUse, mediaScopes, toLicenseUse, type LicenseGrant, type LicenseUse } from './license-use.ts'
import { distributions, formatOf, formats, orgTypeIds, BUYOUT_DISTRIBUTION_ID } from './terms.ts'

const ids = [...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID]
const timestamps = ['2026-01-31T00:00:00.000Z', '2026-06-30T12:00:00.000Z', '2027-01-01T00:00:00.000Z']
const anyGrant: fc.Arbitrary<LicenseGrant> = fc.record({
  distribution_ids: fc.subarray(ids, { minLength: 1 }),
  territory: fc.constantFrom(null, 'National: Germany', 'Austria'),
  ends_at: fc.constantFrom(null, ...timestamps),
  media: fc.constantFrom(...mediaScopes),
})
const anyUse: fc.Arbitrary<LicenseUse> = fc.record({
  org_type: fc.constantFrom(...orgTypeIds),
  end_client_size: fc.integer({ min: 1, max: 5 }),
  end_client: fc.constantFrom('', 'Aster Foods', 'Harbor'),
  details: fc.constantFrom('', 'The spring campaign alone'),
  format_id: fc.constantFrom(...formats.map(({ id }) => id)),
  grants: fc.array(anyGrant, { minLength: 1, maxLength: 3 }),
})

test('a use covers itself, and coverage is transitive', () => {
  fc.assert(
    fc.property(anyUse, anyUse, anyUse, (a, b, c) => {
      expect(coversUse(a, a)).toBe(true)
      if (coversUse(a, b) && coversUse(b, c)) expect(coversUse(a, c)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

/** Each function returns a use at least as broad as its argument. */
const broadenings: readonly ((use: LicenseUse) => LicenseUse)[] = [
  use => ({ ...use, end_client_size: Math.min(5, use.end_client_size + 1) }),
  use => ({ ...use, end_client: '' }),
  use => ({ ...use, details: '' }),
  use => ({ ...use, format_id: 1 }),
  use => ({ ...use, grants: use.grants.map(grant => ({ ...grant, territory: null })) }),
  use => ({ ...use, grants: use.grants.map(grant => ({ ...grant, ends_at: null })) }),
  use => ({ ...use, grants: use.grants.map(grant => ({ ...grant, media: 'paid' as const })) }),
  use => ({ ...use, grants: use.grants.map(grant => ({ ...grant, distribution_ids: ids })) }),
  use => ({
    ...use,
    grants: [...use.grants, { distribution_ids: ids, territory: null, ends_at: null, media: 'paid' }],
  }),
]

test('a broader use covers the narrower one, and everything that it covered', () => {
  fc.assert(
    fc.property(anyUse, anyUse, fc.constantFrom(...broadenings), (license, requested, broaden) => {
      expect(coversUse(broaden(license), license)).toBe(true)
      if (coversUse(license, requested)) expect(coversUse(broaden(license), requested)).toBe(true)
      if (!coversUse(license, requested)) expect(coversUse(license, broaden(requested))).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('coverage requires every part of the use to be covered', () => {
  fc.assert(
    fc.property(anyUse, anyUse, (license, requested) => {
      if (!coversUse(license, requested)) return
      expect(license.org_type).toBe(requested.org_type)
      expect(license.end_client_size).toBeGreaterThanOrEqual(requested.end_client_size)
      expect(formatOf(license.format_id).priority).toBeLessThanOrEqual(formatOf(requested.format_id).priority)
      for (const { distribution_ids, territory, ends_at } of requested.grants)
        for (const id of distribution_ids)
          expect(
            license.grants.some(
              grant =>
                (grant.distribution_ids.includes(id) || grant.distribution_ids.includes(BUYOUT_DISTRIBUTION_ID)) &&
                (grant.territory === null || grant.territory === territory) &&
                (grant.ends_at === null || (ends_at !== null && grant.ends_at >= ends_at)),
            ),
          ).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const smallWeb = toLicenseUse({ org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 })
const withGrant = (overrides: Partial<LicenseGrant>): LicenseUse => ({
  ...smallWeb,
  grants: smallWeb.grants.map(grant => ({ ...grant, ...overrides })),
})

test.each<[string, LicenseUse]>([
  ['a larger client', { ...smallWeb, end_client_size: 3 }],
  ['one distribution more', withGrant({ distribution_ids: [3, 7] })],
  ['another distribution', withGrant({ distribution_ids: [7] })],
  ['a buyout', withGrant({ distribution_ids: [BUYOUT_DISTRIBUTION_ID] })],
  ['a better format', { ...smallWeb, format_id: 1 }],
  ['another kind of organization', { ...smallWeb, org_type: 'nonprofit' }],
  ['paid media', withGrant({ media: 'paid' })],
])('%s is not covered by the license', (_, requested) => expect(coversUse(smallWeb, requested)).toBe(false))

test.each<[string, LicenseUse]>([
  ['a smaller client', { ...smallWeb, end_client_size: 1 }],
  ['one client of that size', { ...smallWeb, end_client: 'Aster Foods' }],
  ['a country', withGrant({ territory: 'National: Germany' })],
  ['a year', withGrant({ ends_at: '2027-01-01T00:00:00.000Z' })],
  ['no paid media', withGrant({ media: 'organic' })],
])('%s is covered by the license', (_, requested) => expect(coversUse(smallWeb, requested)).toBe(true))

test.each<[string, LicenseUse]>([
  ['a license for one client', { ...smallWeb, end_client: 'Aster Foods' }],
  ['one with additional terms', { ...smallWeb, details: 'The spring campaign alone' }],
  ['one for a country', withGrant({ territory: 'National: Germany' })],
  ['one that ends', withGrant({ ends_at: '2027-01-01T00:00:00.000Z' })],
  ['one without paid media', withGrant({ media: 'organic' })],
])('%s does not cover any client, worldwide and forever', (_, license) =>
  expect(coversUse(license, smallWeb)).toBe(false),
)

test('a buyout covers every distribution, and two grants together cover what neither covers alone', () => {
  const both = withGrant({ distribution_ids: [3, 7] })
  expect(coversUse(withGrant({ distribution_ids: [BUYOUT_DISTRIBUTION_ID] }), both)).toBe(true)
  const [web] = smallWeb.grants
  if (!web) throw new Error('The use needs a grant.')
  const parts = { ...smallWeb, grants: [web, { ...web, distribution_ids: [7] }] }
  expect(coversUse(parts, both)).toBe(true)
  expect(coversUse({ ...parts, grants: parts.grants.slice(1) }, both)).toBe(false)
})
