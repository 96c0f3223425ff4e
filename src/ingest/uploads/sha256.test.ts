import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createSha256 } from './sha256.ts'

test('hashing in parts equals hashing at once', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 }), parts => {
      const hash = createSha256()
      for (const part of parts) hash.add(part)
      expect(hash.hex()).toBe(createHash('sha256').update(Buffer.concat(parts)).digest('hex'))
    }),
  )
})
