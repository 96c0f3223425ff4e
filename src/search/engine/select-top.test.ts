import fc from 'fast-check'
import { expect, test } from 'vitest'

import { selectRange } from './select-range.ts'
import { selectTop } from './select-top.ts'

test.each([
  ['selectTop', selectTop],
  ['selectRange', selectRange],
])('selecting a page gives the same documents as sorting the whole list: %s', (_, select) => {
  const keys = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 })
  fc.assert(
    fc.property(keys, fc.nat(30), fc.integer({ min: 1, max: 30 }), (key, skip, size) => {
      const docs = Uint32Array.from(key, (_, doc) => doc)
      const sorted = [...docs].toSorted((a, b) => (key[b] ?? 0) - (key[a] ?? 0) || b - a)
      const selected = select(
        docs,
        doc => key[doc] ?? 0,
        doc => doc,
        skip,
        size,
      )
      expect(selected).toEqual(sorted.slice(skip, skip + size))
    }),
  )
})

test('selecting deep in a long list gives the same documents as sorting it', () => {
  const docs = Uint32Array.from({ length: 70_000 }, (_, doc) => doc)
  // Only a few distinct keys, so that many are equal.
  const key = (doc: number) => (doc * 7919) % 13
  const sorted = [...docs].toSorted((a, b) => key(b) - key(a) || b - a)
  for (const skip of [0, 25_000, 34_980, 69_950, 70_000])
    expect(selectTop(docs, key, doc => doc, skip, 100)).toEqual(sorted.slice(skip, skip + 100))
})
