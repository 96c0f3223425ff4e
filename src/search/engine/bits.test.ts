import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  createFullBits,
  intersectBits,
  subtractBits,
  clearBit,
  uniteBits,
  hasBit,
  createBits,
  toNumbers,
  setBit,
} from './bits.ts'

const size = 100
const numbers = fc.uniqueArray(fc.nat(size - 1))
const toBits = (members: readonly number[]) => {
  const bits = createBits(size)
  for (const n of members) setBit(bits, n)
  return bits
}
const sortAscending = (members: Iterable<number>) => [...members].toSorted((a, b) => a - b)

test('bit set operations match those of sets of numbers', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [left, right] = [new Set(a), new Set(b)]
      expect([...toNumbers(toBits(a))]).toEqual(sortAscending(a))
      expect([...toNumbers(intersectBits(toBits(a), toBits(b)))]).toEqual(sortAscending(left.intersection(right)))
      expect([...toNumbers(uniteBits(toBits(a), toBits(b)))]).toEqual(sortAscending(left.union(right)))
      expect([...toNumbers(subtractBits(toBits(a), toBits(b)))]).toEqual(sortAscending(left.difference(right)))
    }),
  )
})

test('a full bit set has every number below its size, and clearing a number removes only that number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (count, salt) => {
      const bits = createFullBits(count)
      expect([...toNumbers(bits)]).toEqual(Array.from({ length: count }, (_, n) => n))
      const cleared = salt % count
      clearBit(bits, cleared)
      expect(hasBit(bits, cleared)).toBe(false)
      expect(toNumbers(bits)).toHaveLength(count - 1)
    }),
  )
})
