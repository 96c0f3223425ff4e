import fc from 'fast-check'
import { expect, test } from 'vitest'

import { normalizeChoice } from './choice.ts'
import { priceLinkPath, readPriceLink } from './price-link.ts'
import { distributions, endClientSizes, formats, orgTypeIds, tiers } from './terms.ts'

const read = (path: string) => readPriceLink(new URL(path, 'http://localhost').searchParams)
const idOf = (options: readonly { id: number }[]) => fc.constantFrom(...options.map(({ id }) => id))

test('every price that can be chosen is read from its link as it was', () => {
  const choices = fc.record({
    org_type: fc.constantFrom(...orgTypeIds),
    end_client_size: idOf(endClientSizes),
    distribution_ids: fc.uniqueArray(idOf(distributions), { minLength: 1 }),
    format_id: idOf(formats),
  })
  fc.assert(
    fc.property(choices, fc.constantFrom(...tiers), (choice, tier) => {
      expect(read(priceLinkPath({ choice, tier }))).toEqual({ choice: { ...choice, ...normalizeChoice(choice) }, tier })
    }),
  )
})

test.each([
  '/pricing',
  '/pricing?org=commercial&size=2&channels=&format=3&tier=standard',
  '/pricing?org=commercial&size=2&channels=3,99&format=3&tier=standard',
  '/pricing?org=commercial&size=9&channels=3&format=3&tier=standard',
  '/pricing?org=charity&size=2&channels=3&format=3&tier=standard',
  '/pricing?org=commercial&size=2&channels=3&format=3&tier=gold',
])('%s has no price', path => expect(read(path)).toBeNull())
