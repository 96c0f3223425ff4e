import fc from 'fast-check'
import { expect, test } from 'vitest'

import { coversUse } from './held.ts'
import { distributions, formats, org_types } from './terms.ts'

const use = fc.record({
  org_type: fc.constantFrom(...org_types),
  end_client_size: fc.integer({ min: 1, max: 5 }),
  distribution_ids: fc.subarray(
    distributions.map(({ id }) => id),
    { minLength: 1 },
  ),
  format_id: fc.constantFrom(...formats.map(({ id }) => id)),
})

test('a use covers itself, and what covers it covers whatever it covers', () => {
  fc.assert(
    fc.property(use, use, use, (a, b, c) => {
      expect(coversUse(a, a)).toBe(true)
      if (coversUse(a, b) && coversUse(b, c)) expect(coversUse(a, c)).toBe(true)
    }),
  )
})

const small_web = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 } as const

test.each([
  ['a larger client', { end_client_size: 3 }],
  ['one distribution more', { distribution_ids: [3, 7] }],
  ['another distribution', { distribution_ids: [7] }],
  ['a better format', { format_id: 1 }],
  ['another kind of organization', { org_type: 'nonprofit' }],
] as const)('%s is more than what is held', (_, more) => {
  const wanted = { ...small_web, distribution_ids: [...small_web.distribution_ids], ...more }
  expect(
    coversUse({ ...small_web, distribution_ids: [3] }, { ...wanted, distribution_ids: [...wanted.distribution_ids] }),
  ).toBe(false)
})

test.each([
  ['a smaller client', { end_client_size: 1 }],
  ['fewer distributions', { distribution_ids: [7] }],
  ['a lesser format', { format_id: 3 }],
] as const)('%s is within what is held', (_, less) => {
  const held = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3, 7], format_id: 1 }
  expect(
    coversUse(held, {
      ...held,
      ...less,
      distribution_ids: [...('distribution_ids' in less ? less.distribution_ids : [3, 7])],
    }),
  ).toBe(true)
})
