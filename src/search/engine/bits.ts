/**
 * Sets of document numbers as bit sets with 32 bits per word. Intersecting two sets of a million numbers takes about ten
 * microseconds.
 */
export type Bits = Uint32Array

/** Returns the number of 32-bit words that `size` bits need. */
export const toWordCount = (size: number) => (size + 31) >>> 5

export const createBits = (size: number): Bits => new Uint32Array(toWordCount(size))

/** Returns a set with the numbers 0 to size - 1. */
export const createFullBits = (size: number): Bits => {
  const bits = createBits(size).fill(0xffffffff)
  if (size & 31) bits[bits.length - 1] = (1 << (size & 31)) - 1
  return bits
}

export const setBit = (bits: Bits, n: number): void => {
  bits[n >>> 5] = (bits[n >>> 5] ?? 0) | (1 << (n & 31))
}

export const clearBit = (bits: Bits, n: number): void => {
  bits[n >>> 5] = (bits[n >>> 5] ?? 0) & ~(1 << (n & 31))
}

export const hasBit = (bits: Bits, n: number): boolean => ((bits[n >>> 5] ?? 0) & (1 << (n & 31))) !== 0

/** Returns the numbers that are in both sets. The result of this and the next two functions is as long as the first set. */
export const intersectBits = (a: Bits, b: Bits): Bits => {
  const result = new Uint32Array(a.length)
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) & (b[i] ?? 0)
  return result
}

export const uniteBits = (a: Bits, b: Bits): Bits => {
  const result = new Uint32Array(a.length)
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) | (b[i] ?? 0)
  return result
}

export const subtractBits = (a: Bits, b: Bits): Bits => {
  const result = new Uint32Array(a.length)
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) & ~(b[i] ?? 0)
  return result
}

const countBitsInWord = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const countBits = (bits: Bits): number => {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += countBitsInWord(bits[i] ?? 0)
  return count
}

/** Returns how many numbers are in both sets. */
export const countIntersection = (a: Bits, b: Bits): number => {
  let count = 0
  for (let i = 0; i < a.length; i++) count += countBitsInWord((a[i] ?? 0) & (b[i] ?? 0))
  return count
}

/** Returns the numbers in the set in ascending order. */
export const toNumbers = (bits: Bits): Uint32Array => {
  const numbers = new Uint32Array(countBits(bits))
  let index = 0
  for (let i = 0; i < bits.length; i++)
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1)
      numbers[index++] = (i << 5) + 31 - Math.clz32(word & -word)
  return numbers
}
