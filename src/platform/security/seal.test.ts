import fc from 'fast-check'
import { expect, test } from 'vitest'

import { seal, unseal } from './seal.server.ts'

const options = { secret: ['s'.repeat(32)] as const, purpose: 'authenticator', owner: 'user:1' }

test('a sealed text can be opened and is not readable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const sealed = seal(options, text)
      expect(unseal(options, sealed)).toBe(text)
      if (text.length > 4) expect(sealed.includes(text)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['another secret', { ...options, secret: ['t'.repeat(32)] as const }],
  ['another purpose', { ...options, purpose: 'other' }],
  ['somebody else', { ...options, owner: 'user:2' }],
])('%s does not open it', (_, otherOptions) => {
  expect(unseal(otherOptions, seal(options, 'KRSXG5BA'))).toBeUndefined()
})

test('a modified or truncated text does not open', () => {
  const sealed = seal(options, 'KRSXG5BA')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (index, mask) => {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ mask
      expect(unseal(options, changed)).toBeUndefined()
      expect(unseal(options, sealed.subarray(0, index))).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

test('the same text is sealed differently each time', () => {
  expect(seal(options, 'KRSXG5BA').equals(seal(options, 'KRSXG5BA'))).toBe(false)
})
