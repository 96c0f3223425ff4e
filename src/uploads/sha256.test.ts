import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sha256 } from './sha256.ts'

test('the sum of any parts is the sum of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 }), parts => {
      const sum = sha256()
      for (const part of parts) sum.add(part)
      expect(sum.hex()).toBe(createHash('sha256').update(Buffer.concat(parts)).digest('hex'))
    }),
  )
})
