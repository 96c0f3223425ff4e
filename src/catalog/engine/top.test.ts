import fc from 'fast-check'
import { expect, test } from 'vitest'

import { deep } from './deep.ts'
import { top } from './top.ts'

test.each([
  ['top', top],
  ['deep', deep],
])('the best of a list are those that sorting all of it would give: %s', (_, best) => {
  const keys = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 })
  fc.assert(
    fc.property(keys, fc.nat(30), fc.integer({ min: 1, max: 30 }), (key, skip, size) => {
      const docs = Uint32Array.from(key, (_, doc) => doc)
      const sorted = [...docs].toSorted((a, b) => (key[b] ?? 0) - (key[a] ?? 0) || b - a)
      const found = best(
        docs,
        doc => key[doc] ?? 0,
        doc => doc,
        skip,
        size,
      )
      expect(found).toEqual(sorted.slice(skip, skip + size))
    }),
  )
})

test('far down a long list is found what sorting all of it would put there', () => {
  const docs = Uint32Array.from({ length: 70_000 }, (_, doc) => doc)
  // Few keys, so that many are equal.
  const key = (doc: number) => (doc * 7919) % 13
  const sorted = [...docs].toSorted((a, b) => key(b) - key(a) || b - a)
  for (const skip of [0, 25_000, 34_980, 69_950, 70_000])
    expect(top(docs, key, doc => doc, skip, 100)).toEqual(sorted.slice(skip, skip + 100))
})
