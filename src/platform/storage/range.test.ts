import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readRange } from './range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-1', 'whole'],
] as const)('%s of 100 bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})

test('a range never exceeds the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(1_000), fc.nat(2_000), fc.nat(2_000), (noise, size, from, to) => {
      for (const header of [noise, `bytes=${from}-${to}`, `bytes=-${to}`, `bytes=${from}-`]) {
        const range = readRange(header, size)
        if (typeof range === 'object') {
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeLessThan(size)
          expect(range.start).toBeLessThanOrEqual(range.end)
        }
      }
    }),
  )
})
