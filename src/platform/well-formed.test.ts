import fc from 'fast-check'
import { expect, test } from 'vitest'

import { wellFormedJson } from './well-formed.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\\', '"', 'u', 'd800', '\ud83c\udfa5', '\n'),
    fc.string({ maxLength: 1, unit: 'binary' }),
  ),
})

test('every text arrives whole, with a mark where half a character stood', () => {
  fc.assert(
    fc.property(fc.array(text), texts => {
      const sent = JSON.stringify({ texts })
      expect(JSON.parse(wellFormedJson(sent))).toEqual({ texts: texts.map(one => one.toWellFormed()) })
    }),
  )
})

test('escapes of whole characters are left as they are', () => {
  const sent = String.raw`["\ud83c\udfa5","\\ud800","\u00e9"]`
  expect(wellFormedJson(sent)).toBe(sent)
})
