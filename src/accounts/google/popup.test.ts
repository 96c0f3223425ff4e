import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nonceOf } from './popup.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('the nonce is read from any claims, whatever else they hold', () => {
  const name = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.uuid(), name, (nonce, name) => {
      expect(nonceOf(`head.${encoded({ name, nonce })}.signature`)).toBe(nonce)
    }),
  )
})

test('what is no credential has no nonce', () => {
  fc.assert(fc.property(fc.string(), text => nonceOf(text) === undefined))
  for (const claims of ['null', '[]', '"text"', '{}', '{"nonce"'])
    expect(nonceOf(`head.${Buffer.from(claims).toString('base64url')}.signature`)).toBeUndefined()
})
