import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toWellFormedJson } from './well-formed.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\\', '"', 'u', 'd800', '\ud83c\udfa5', '\n'),
    fc.string({ maxLength: 1, unit: 'binary' }),
  ),
})

test('any text survives, with lone surrogates replaced', () => {
  fc.assert(
    fc.property(fc.array(text), texts => {
      const json = JSON.stringify({ texts })
      expect(JSON.parse(toWellFormedJson(json))).toEqual({ texts: texts.map(string => string.toWellFormed()) })
    }),
  )
})

test('escapes of complete characters are unchanged', () => {
  const json = String.raw`["\ud83c\udfa5","\\ud800","\u00e9"]`
  expect(toWellFormedJson(json)).toBe(json)
})
