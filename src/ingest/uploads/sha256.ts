/** Incremental SHA-256. The browser's own needs all the data in memory, and a master is too large for that. */

const firstPrimes = (count: number) => {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n += 1) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  return primes
}
/** Returns the first 32 bits of the fractional part. */
const fractionBits = (n: number) => ((n - Math.floor(n)) * 2 ** 32) | 0

const roundConstants = Int32Array.from(firstPrimes(64), prime => fractionBits(Math.cbrt(prime)))
const initialState = firstPrimes(8).map(prime => fractionBits(Math.sqrt(prime)))
const BLOCK_BYTES = 64

export type IncrementalHash = { add: (bytes: Uint8Array) => void; hex: () => string }

/** Call `add` with each part in order, then `hex` once. */
export const createSha256 = (): IncrementalHash => {
  const state = Int32Array.from(initialState)
  const words = new Int32Array(64)
  const buffer = new Uint8Array(BLOCK_BYTES)
  let buffered = 0
  let length = 0

  const processBlock = (bytes: Uint8Array, from: number) => {
    const at = (i: number) => words[i] ?? 0
    for (let i = 0; i < 16; i += 1) {
      const p = from + 4 * i
      words[i] =
        ((bytes[p] ?? 0) << 24) | ((bytes[p + 1] ?? 0) << 16) | ((bytes[p + 2] ?? 0) << 8) | (bytes[p + 3] ?? 0)
    }
    for (let i = 16; i < 64; i += 1) {
      const [w15, w2] = [at(i - 15), at(i - 2)]
      const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3)
      const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10)
      words[i] = (at(i - 16) + s0 + at(i - 7) + s1) | 0
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[i] ?? 0) + at(i)) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    const working = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i += 1) state[i] = ((state[i] ?? 0) + (working[i] ?? 0)) | 0
  }

  const add = (bytes: Uint8Array) => {
    length += bytes.length
    let from = 0
    if (buffered > 0) {
      from = Math.min(BLOCK_BYTES - buffered, bytes.length)
      buffer.set(bytes.subarray(0, from), buffered)
      buffered += from
      if (buffered < BLOCK_BYTES) return
      processBlock(buffer, 0)
      buffered = 0
    }
    for (; from + BLOCK_BYTES <= bytes.length; from += BLOCK_BYTES) processBlock(bytes, from)
    buffer.set(bytes.subarray(from))
    buffered = bytes.length - from
  }

  const hex = () => {
    const bits = BigInt(length) * 8n
    const padding = new Uint8Array((buffered < 56 ? 56 : 120) - buffered + 8)
    padding[0] = 0x80
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits)
    add(padding)
    return Array.from(state, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }
  return { add, hex }
}
