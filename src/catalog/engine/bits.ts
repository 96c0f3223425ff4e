/** Sets of document numbers as bits, 32 to a word: to intersect two sets of a million takes some ten microseconds. */
export type Bits = Uint32Array

/** Words that hold `size` bits. */
export const wordsFor = (size: number) => (size + 31) >>> 5

export const noBits = (size: number): Bits => new Uint32Array(wordsFor(size))

/** The numbers 0 to size - 1. */
export const allBits = (size: number): Bits => {
  const bits = noBits(size).fill(0xffffffff)
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

/** What both hold, in a set as long as the first; so are the other two. */
export const both = (a: Bits, b: Bits): Bits => {
  const result = new Uint32Array(a.length)
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) & (b[i] ?? 0)
  return result
}

export const either = (a: Bits, b: Bits): Bits => {
  const result = new Uint32Array(a.length)
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) | (b[i] ?? 0)
  return result
}

export const butNot = (a: Bits, b: Bits): Bits => {
  const result = new Uint32Array(a.length)
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) & ~(b[i] ?? 0)
  return result
}

const bitsInWord = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const countBits = (bits: Bits): number => {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += bitsInWord(bits[i] ?? 0)
  return count
}

/** How many numbers both hold. */
export const countBoth = (a: Bits, b: Bits): number => {
  let count = 0
  for (let i = 0; i < a.length; i++) count += bitsInWord((a[i] ?? 0) & (b[i] ?? 0))
  return count
}

/** The numbers in the set, ascending. */
export const numbersIn = (bits: Bits): Uint32Array => {
  const numbers = new Uint32Array(countBits(bits))
  let at = 0
  for (let i = 0; i < bits.length; i++)
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) numbers[at++] = (i << 5) + 31 - Math.clz32(word & -word)
  return numbers
}
