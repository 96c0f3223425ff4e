import fc from 'fast-check'
import { expect, test } from 'vitest'

import { seal, unseal } from './seal.server.ts'

const lock = { secret: ['s'.repeat(32)] as const, purpose: 'authenticator', owner: 'user:1' }

test('what is sealed opens again, and does not show', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const sealed = seal(lock, text)
      expect(unseal(lock, sealed)).toBe(text)
      if (text.length > 4) expect(sealed.includes(text)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['another secret', { ...lock, secret: ['t'.repeat(32)] as const }],
  ['another purpose', { ...lock, purpose: 'other' }],
  ['somebody else', { ...lock, owner: 'user:2' }],
])('%s does not open it', (_, other) => {
  expect(unseal(other, seal(lock, 'KRSXG5BA'))).toBeUndefined()
})

test('changed or cut anywhere, it does not open', () => {
  const sealed = seal(lock, 'KRSXG5BA')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (place, by) => {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ by
      expect(unseal(lock, changed)).toBeUndefined()
      expect(unseal(lock, sealed.subarray(0, place))).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

test('the same text is sealed differently each time', () => {
  expect(seal(lock, 'KRSXG5BA').equals(seal(lock, 'KRSXG5BA'))).toBe(false)
})
