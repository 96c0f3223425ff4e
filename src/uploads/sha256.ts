/** SHA-256 of what comes in parts. The browser's own takes only what is whole in memory, and a master is not. */

const primes = (count: number) => {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every(prime => n % prime !== 0)) found.push(n)
  return found
}
/** The first 32 bits of a fraction. */
const fraction = (n: number) => ((n - Math.floor(n)) * 2 ** 32) | 0

const rounds = Int32Array.from(primes(64), prime => fraction(Math.cbrt(prime)))
const beginning = primes(8).map(prime => fraction(Math.sqrt(prime)))
const block_bytes = 64

export type Sum = { add: (bytes: Uint8Array) => void; hex: () => string }

/** `add` what comes, in order; `hex` once, at the end. */
export const sha256 = (): Sum => {
  const state = Int32Array.from(beginning)
  const words = new Int32Array(64)
  const rest = new Uint8Array(block_bytes)
  let kept = 0
  let length = 0

  const mix = (bytes: Uint8Array, from: number) => {
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
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] ?? 0) + at(i)) | 0
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
    const now = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i += 1) state[i] = ((state[i] ?? 0) + (now[i] ?? 0)) | 0
  }

  const add = (bytes: Uint8Array) => {
    length += bytes.length
    let from = 0
    if (kept > 0) {
      from = Math.min(block_bytes - kept, bytes.length)
      rest.set(bytes.subarray(0, from), kept)
      kept += from
      if (kept < block_bytes) return
      mix(rest, 0)
      kept = 0
    }
    for (; from + block_bytes <= bytes.length; from += block_bytes) mix(bytes, from)
    rest.set(bytes.subarray(from))
    kept = bytes.length - from
  }

  const hex = () => {
    const bits = BigInt(length) * 8n
    const padding = new Uint8Array((kept < 56 ? 56 : 120) - kept + 8)
    padding[0] = 0x80
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits)
    add(padding)
    return Array.from(state, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }
  return { add, hex }
}
