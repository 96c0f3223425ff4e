import { expect, test } from 'vitest'

import { canHaveSynonyms } from './synonyms.ts'

test.each([
  ['storm over sea', true],
  ["fisherman's boat", true],
  ['"storm" or sea', false],
  ['#12', false],
  ['a'.repeat(61), false],
])('canHaveSynonyms(%j) is %j', (term, expected) => {
  expect(canHaveSynonyms(term)).toBe(expected)
})
