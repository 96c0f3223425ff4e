import fc from 'fast-check'
import { expect, test } from 'vitest'

import { allBits, both, butNot, clearBit, either, hasBit, noBits, numbersIn, setBit } from './bits.ts'

const size = 100
const numbers = fc.uniqueArray(fc.nat(size - 1))
const bitsOf = (members: readonly number[]) => {
  const bits = noBits(size)
  for (const n of members) setBit(bits, n)
  return bits
}
const ascending = (members: Iterable<number>) => [...members].toSorted((a, b) => a - b)

test('bits hold what sets of numbers would', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [left, right] = [new Set(a), new Set(b)]
      expect([...numbersIn(bitsOf(a))]).toEqual(ascending(a))
      expect([...numbersIn(both(bitsOf(a), bitsOf(b)))]).toEqual(ascending(left.intersection(right)))
      expect([...numbersIn(either(bitsOf(a), bitsOf(b)))]).toEqual(ascending(left.union(right)))
      expect([...numbersIn(butNot(bitsOf(a), bitsOf(b)))]).toEqual(ascending(left.difference(right)))
    }),
  )
})

test('all bits are the numbers below a size, and one can be cleared', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (many, salt) => {
      const bits = allBits(many)
      expect([...numbersIn(bits)]).toEqual(Array.from({ length: many }, (_, n) => n))
      const one = salt % many
      clearBit(bits, one)
      expect(hasBit(bits, one)).toBe(false)
      expect(numbersIn(bits)).toHaveLength(many - 1)
    }),
  )
})
