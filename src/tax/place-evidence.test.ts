import fc from 'fast-check'
import { expect, test } from 'vitest'

import { describeContradiction, toAlpha2 } from './place-evidence.ts'

const country = fc.constantFrom('DE', 'FR', 'US', 'GB', 'IE')

test('evidence contradicts only where none of it confirms the billing country', () => {
  fc.assert(
    fc.property(country, fc.option(country), fc.option(country), (billed, network, card) => {
      const evidence = [
        ...(network === null ? [] : [{ kind: 'network' as const, country: network }]),
        ...(card === null ? [] : [{ kind: 'card' as const, country: card }]),
      ]
      const isConfirmed = evidence.length === 0 || network === billed || card === billed
      expect(describeContradiction(billed, evidence) === '').toBe(isConfirmed)
    }),
  )
})

test('Monaco is France, and the Isle of Man is the United Kingdom', () => {
  expect(describeContradiction('MC', [{ kind: 'card', country: 'FR' }])).toBe('')
  expect(describeContradiction('GB', [{ kind: 'network', country: 'IM' }])).toBe('')
  expect(
    describeContradiction('DE', [
      { kind: 'network', country: 'US' },
      { kind: 'card', country: 'NL' },
    ]),
  ).toContain('in Germany, but the buyer paid with a network in United States and a card from Netherlands.')
})

test('the country of a card has three letters at the gateway', () => {
  expect(['USA', 'DEU', 'NLD', 'GBR', 'Unknown', undefined].map(toAlpha2)).toEqual([
    'US',
    'DE',
    'NL',
    'GB',
    undefined,
    undefined,
  ])
})
