import fc from 'fast-check'
import { expect, test } from 'vitest'

import { coversUse, media, useOf, type Grant, type Use } from './held.ts'
import { distributions, formatOf, formats, org_types, quoted_distribution } from './terms.ts'

const ids = [...distributions.map(({ id }) => id), quoted_distribution]
const moments = ['2026-01-31T00:00:00.000Z', '2026-06-30T12:00:00.000Z', '2027-01-01T00:00:00.000Z']
const grant: fc.Arbitrary<Grant> = fc.record({
  distribution_ids: fc.subarray(ids, { minLength: 1 }),
  territory: fc.constantFrom(null, 'National: Germany', 'Austria'),
  ends_at: fc.constantFrom(null, ...moments),
  media: fc.constantFrom(...media),
})
const use: fc.Arbitrary<Use> = fc.record({
  org_type: fc.constantFrom(...org_types),
  end_client_size: fc.integer({ min: 1, max: 5 }),
  end_client: fc.constantFrom('', 'Aster Foods', 'Harbor'),
  details: fc.constantFrom('', 'The spring campaign alone'),
  format_id: fc.constantFrom(...formats.map(({ id }) => id)),
  grants: fc.array(grant, { minLength: 1, maxLength: 3 }),
})

test('a use covers itself, and what covers it covers whatever it covers', () => {
  fc.assert(
    fc.property(use, use, use, (a, b, c) => {
      expect(coversUse(a, a)).toBe(true)
      if (coversUse(a, b) && coversUse(b, c)) expect(coversUse(a, c)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

/** Each makes a use at least as broad as it was. */
const broader: readonly ((use: Use) => Use)[] = [
  one => ({ ...one, end_client_size: Math.min(5, one.end_client_size + 1) }),
  one => ({ ...one, end_client: '' }),
  one => ({ ...one, details: '' }),
  one => ({ ...one, format_id: 1 }),
  one => ({ ...one, grants: one.grants.map(grant => ({ ...grant, territory: null })) }),
  one => ({ ...one, grants: one.grants.map(grant => ({ ...grant, ends_at: null })) }),
  one => ({ ...one, grants: one.grants.map(grant => ({ ...grant, media: 'paid' as const })) }),
  one => ({ ...one, grants: one.grants.map(grant => ({ ...grant, distribution_ids: ids })) }),
  one => ({
    ...one,
    grants: [...one.grants, { distribution_ids: ids, territory: null, ends_at: null, media: 'paid' }],
  }),
]

test('what is broader in any way covers it, and still covers all that it covered', () => {
  fc.assert(
    fc.property(use, use, fc.constantFrom(...broader), (held, wanted, broaden) => {
      expect(coversUse(broaden(held), held)).toBe(true)
      if (coversUse(held, wanted)) expect(coversUse(broaden(held), wanted)).toBe(true)
      if (!coversUse(held, wanted)) expect(coversUse(held, broaden(wanted))).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('covering is never more than its parts allow', () => {
  fc.assert(
    fc.property(use, use, (held, wanted) => {
      if (!coversUse(held, wanted)) return
      expect(held.org_type).toBe(wanted.org_type)
      expect(held.end_client_size).toBeGreaterThanOrEqual(wanted.end_client_size)
      expect(formatOf(held.format_id).priority).toBeLessThanOrEqual(formatOf(wanted.format_id).priority)
      for (const { distribution_ids, territory, ends_at } of wanted.grants)
        for (const id of distribution_ids)
          expect(
            held.grants.some(
              one =>
                (one.distribution_ids.includes(id) || one.distribution_ids.includes(quoted_distribution)) &&
                (one.territory === null || one.territory === territory) &&
                (one.ends_at === null || (ends_at !== null && one.ends_at >= ends_at)),
            ),
          ).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const small_web = useOf({ org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 })
const granted = (part: Partial<Grant>): Use => ({
  ...small_web,
  grants: small_web.grants.map(one => ({ ...one, ...part })),
})

test.each<[string, Use]>([
  ['a larger client', { ...small_web, end_client_size: 3 }],
  ['one distribution more', granted({ distribution_ids: [3, 7] })],
  ['another distribution', granted({ distribution_ids: [7] })],
  ['a buyout', granted({ distribution_ids: [quoted_distribution] })],
  ['a better format', { ...small_web, format_id: 1 }],
  ['another kind of organization', { ...small_web, org_type: 'nonprofit' }],
  ['paid media', granted({ media: 'paid' })],
])('%s is more than what is held', (_, wanted) => expect(coversUse(small_web, wanted)).toBe(false))

test.each<[string, Use]>([
  ['a smaller client', { ...small_web, end_client_size: 1 }],
  ['one client of that size', { ...small_web, end_client: 'Aster Foods' }],
  ['a country', granted({ territory: 'National: Germany' })],
  ['a year', granted({ ends_at: '2027-01-01T00:00:00.000Z' })],
  ['no paid media', granted({ media: 'organic' })],
])('%s is within what is held', (_, wanted) => expect(coversUse(small_web, wanted)).toBe(true))

test.each<[string, Use]>([
  ['a license for one client', { ...small_web, end_client: 'Aster Foods' }],
  ['one with words of its own', { ...small_web, details: 'The spring campaign alone' }],
  ['one for a country', granted({ territory: 'National: Germany' })],
  ['one that ends', granted({ ends_at: '2027-01-01T00:00:00.000Z' })],
  ['one without paid media', granted({ media: 'organic' })],
])('%s does not cover any client, worldwide and forever', (_, held) => expect(coversUse(held, small_web)).toBe(false))

test('a buyout covers every distribution, and two grants cover together what neither does alone', () => {
  const both = granted({ distribution_ids: [3, 7] })
  expect(coversUse(granted({ distribution_ids: [quoted_distribution] }), both)).toBe(true)
  const [web] = small_web.grants
  if (!web) throw new Error('Nothing is granted.')
  const parts = { ...small_web, grants: [web, { ...web, distribution_ids: [7] }] }
  expect(coversUse(parts, both)).toBe(true)
  expect(coversUse({ ...parts, grants: parts.grants.slice(1) }, both)).toBe(false)
})
