import { expect, test } from 'vitest'

import { limitCardFee } from './card-fee.ts'

const now = new Date('2026-03-02T10:00:00Z')

test.each([
  ['US-TX', 0.03],
  ['US-CO', 0.02],
  ['US-CT', 0],
  ['US-MA', 0],
  ['CA-QC', 0],
  ['CA-ON', 0.03],
  ['CH', 0.03],
  ['DE', 0],
  ['PT-20', 0],
  ['ES-CN', 0],
  ['RE', 0],
  ['NO', 0],
  ['GB', 0],
])('in %s a card fee of 3%% is %s', (place, rate) => {
  expect(limitCardFee({ place }, 0.03, now)).toBe(rate)
})

test('a law counts from its day, and no fee is raised to a cap', () => {
  expect(limitCardFee({ place: 'US-CO' }, 0.03, new Date('2022-06-30T10:00:00Z'))).toBe(0.03)
  expect(limitCardFee({ place: 'US-CO' }, 0.01, now)).toBe(0.01)
})
