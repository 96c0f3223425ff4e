import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { tapeOf, timecodeOf } from './timecode.ts'

const frame = fc.integer({ min: 0, max: 2_000_000 })

test('without a start timecode a clip begins at zero', () => {
  expect(timecodeOf(0, tapeOf(24))).toBe('00:00:00:00')
  expect(timecodeOf(25, tapeOf(24, null))).toBe('00:00:01:01')
})

test('with one it goes on from there, at whole and at fractional rates', () => {
  expect(timecodeOf(0, tapeOf(25, '01:02:03:04'))).toBe('01:02:03:04')
  expect(timecodeOf(21, tapeOf(25, '01:02:03:04'))).toBe('01:02:04:00')
  expect(timecodeOf(24, tapeOf(23.976, '10:59:59:00'))).toBe('11:00:00:00')
})

test('what is no timecode is taken for none', () => {
  for (const text of ['', 'soon', '1:2:3:4', '00:61:00:00', '00:00:00:24', '01:00:00'])
    expect(timecodeOf(0, tapeOf(24, text)), text).toBe('00:00:00:00')
})

test('after a day it begins anew', () => {
  expect(timecodeOf(1, tapeOf(25, '23:59:59:24'))).toBe('00:00:00:00')
})

describe('drop-frame', () => {
  test('leaves out two numbers at each minute that is no tenth', () => {
    const tape = tapeOf(29.97, '00:00:00;00')
    expect(timecodeOf(1799, tape)).toBe('00:00:59;29')
    expect(timecodeOf(1800, tape)).toBe('00:01:00;02')
    expect(timecodeOf(17_981, tape)).toBe('00:09:59;29')
    expect(timecodeOf(17_982, tape)).toBe('00:10:00;00')
    expect(timecodeOf(107_892, tape)).toBe('01:00:00;00')
  })

  test('leaves out four at 59.94', () => {
    const tape = tapeOf(59.94, '00:00:59;59')
    expect(timecodeOf(1, tape)).toBe('00:01:00;04')
  })

  test('begins where the master began', () => {
    expect(timecodeOf(0, tapeOf(29.97, '01:00:00;02'))).toBe('01:00:00;02')
    expect(timecodeOf(1, tapeOf(29.97, '09:59:59;29'))).toBe('10:00:00;00')
  })

  test('is only where it is defined, and only where the master says so', () => {
    expect(timecodeOf(1800, tapeOf(30, '00:00:00;00'))).toBe('00:01:00:00')
    expect(timecodeOf(1800, tapeOf(29.97, '00:00:00:00'))).toBe('00:01:00:00')
    expect(timecodeOf(1440, tapeOf(23.976, '00:00:00;00'))).toBe('00:01:00:00')
  })

  test('keeps up with the clock for a whole day', () => {
    fc.assert(
      fc.property(frame, fc.constantFrom(30, 60), (n, base) => {
        const fps = (base * 1000) / 1001
        const [h = 0, m = 0, s = 0, f = 0] = timecodeOf(n, tapeOf(fps, '00:00:00;00')).split(/[:;]/).map(Number)
        const day_s = 86_400
        const told = (h * 60 + m) * 60 + s + f / base
        expect(Math.abs(told - ((n / fps) % day_s))).toBeLessThan(0.17)
      }),
      { numRuns: 500 },
    )
  })
})

test('every frame’s timecode, taken as a start, is that frame', () => {
  const tapes = fc.constantFrom(
    ['00:00:00:00', 23.976],
    ['00:00:00;00', 29.97],
    ['00:00:00:00', 29.97],
    ['00:00:00;00', 59.94],
    ['00:00:00:00', 50],
  ) as fc.Arbitrary<[string, number]>
  fc.assert(fc.property(frame, tapes, (n, [start, fps]) => tapeOf(fps, timecodeOf(n, tapeOf(fps, start))).start === n))
})
